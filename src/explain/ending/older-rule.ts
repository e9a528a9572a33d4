import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { record, records, text } from "../../json/value.ts";
import type { Cause } from "../explanation.ts";
import { placeIn } from "../sources.ts";
import { isSameBelowMetadata } from "../steps/below-metadata.ts";
import type { World } from "../world.ts";

const ROOT = ": <nil>: Invalid value";

/**
 * A rule at the root of a definition that refuses a change of metadata only: what is stored breaks it already. Such rules
 * are checked at every change, others only if their part of the object changes.
 */
export function olderRule(
  told: string,
  { attributes }: Verdict,
  object: KubeObject | undefined,
  { sources }: World,
): Pick<Cause, "of" | "at" | "message" | "advice"> | undefined {
  const { resource, oldObject } = attributes;
  const name = `${resource.resource}.${resource.group}`;
  const source = sources.find("CustomResourceDefinition", name);
  if (source === undefined || oldObject === null || !told.includes(ROOT)) return undefined;
  const spec = record(source.object.spec);
  const isConverted = text(record(spec.conversion).strategy) === "Webhook";
  const { apiVersion } = object ?? {};
  const before = isConverted || apiVersion === undefined ? oldObject : { ...oldObject, apiVersion };
  if (!isSameBelowMetadata(before, object)) return undefined;
  const versions = records(spec.versions);
  const version = versions.findIndex((one) => text(one.name) === resource.version);
  const rules = records(
    record(record(versions[version]?.schema).openAPIV3Schema)["x-kubernetes-validations"],
  );
  const index = rules.findIndex(({ rule, message }) => told.includes(text(message) || text(rule).trim()));
  const place = ["spec", "versions", version, "schema", "openAPIV3Schema", "x-kubernetes-validations"];
  return {
    of: `CustomResourceDefinition/${name}`,
    at: placeIn(source, index < 0 ? place : [...place, index]),
    message:
      "the stored object breaks this rule already, and the request changes only metadata: a rule at the root is checked at every change, also when a finalizer is removed",
    advice:
      "move the rule to the part that it is about, where it is checked only when that part changes, or write optionalOldSelf: true and oldSelf.hasValue() && oldSelf.value().spec == self.spec || …",
  };
}
