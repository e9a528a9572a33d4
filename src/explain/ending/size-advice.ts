import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { compareQuantities, parseQuantity } from "../../api/quantity/quantity.ts";
import { equal } from "../../json/equal.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { changedPaths } from "../changed-paths.ts";
import { valueAt } from "../sources.ts";

/** Says how the resources of a running pod, or the size of a claim, change; empty if the request does not change them. */
export const sizeAdvice = (verdict: Verdict): string => resizeAdvice(verdict) || claimAdvice(verdict);

/** Says how the resources of a running pod change; empty if the request does not change them. */
function resizeAdvice({ attributes, validated, received }: Verdict): string {
  const { resource, subresource, operation, oldObject, name } = attributes;
  const isPod = resource.resource === "pods" && resource.group === "" && subresource === "";
  const now = containersOf(validated ?? received);
  const isChanged = containersOf(oldObject).some((before) => {
    const after = now.find(({ name: own }) => own === before.name);
    return after !== undefined && !equal(before.resources ?? {}, after.resources ?? {});
  });
  if (!isPod || operation !== "UPDATE" || !isChanged) return "";
  return `resources of a running pod change through the subresource resize only: kubectl patch pod ${name} --subresource resize --patch …; or change the template of its owner`;
}

/** Says why a claim does not grow; empty if the request changes more, or the claim is or was bound. */
function claimAdvice({ attributes: { resource, oldObject }, validated, received }: Verdict): string {
  const { phase } = record(oldObject?.status);
  const changes = changedPaths(oldObject?.spec, (validated ?? received)?.spec);
  const isSize = changes.length === 1 && changes.every((path) => equal([...path], SIZE));
  const [before, after] = [oldObject, validated ?? received].map((claim) =>
    attempt(() => parseQuantity(String(valueAt(claim?.spec, SIZE)))),
  );
  const isGrowing = before !== undefined && after !== undefined && compareQuantities(after, before) > 0;
  const isPending = (text(phase) || "Pending") === "Pending";
  return resource.resource !== "persistentvolumeclaims" || !isPending || !isSize || !isGrowing
    ? ""
    : `only a bound claim grows, and status.phase of the stored one is Pending (also without a status in its manifest): wait until it is bound, or delete it and create it again with this size`;
}

const SIZE = ["resources", "requests", "storage"];

const containersOf = (pod: KubeObject | null | undefined): JsonObject[] =>
  ["containers", "initContainers"].flatMap((list) => records(record(pod?.spec)[list]));
