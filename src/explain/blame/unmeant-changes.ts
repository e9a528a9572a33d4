import type { ObjectChange, Verdict } from "../../admission/verdict.ts";
import { diffJson } from "../../patch/diff.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Cause, Step } from "../explanation.ts";
import type { Sources } from "../sources.ts";
import { stepCause } from "../steps/step-cause.ts";
import type { Blame } from "./field-writer.ts";

/** Causes for changes of what a controller compares with its own object: it does not find it again. */
export function undoneChanges(
  verdict: Verdict | undefined,
  steps: readonly Step[],
  sources: Sources,
): Cause[] {
  const owner = deploymentOf(verdict);
  if (verdict === undefined || owner === undefined) return [];
  return steps.flatMap((step) => {
    if (step.kind === "plugin" || !step.called || step.round === 1) return [];
    const paths = verdict.changes.filter((change) => isBy(step, change)).flatMap(templatePaths);
    const [path] = paths;
    if (path === undefined) return [];
    const message = `it changed ${path} of a ReplicaSet of the Deployment ${owner}: the Deployment looks for a ReplicaSet with its own template, does not find one, and makes another ReplicaSet, again and again`;
    const cause = stepCause(step, sources, {
      ...{ code: "undone", message },
      path: [step.kind === "webhook" ? "rules" : "matchConstraints"],
    });
    const advice =
      "change the template of the Deployment, or the pods, and take replicasets out of the rules";
    return [{ ...cause, saw: paths, advice }];
  });
}

/** Name of the Deployment that owns the written ReplicaSet; undefined if there is none. */
function deploymentOf(verdict: Verdict | undefined): string | undefined {
  const { resource, subresource } = verdict?.attributes ?? {};
  if (resource?.resource !== "replicasets" || subresource !== "") return undefined;
  const owners = (verdict?.validated ?? verdict?.received)?.metadata?.ownerReferences ?? [];
  return owners.find(({ kind, controller }) => kind === "Deployment" && controller === true)?.name;
}

const isBy = (step: Exclude<Step, { kind: "plugin" }>, change: ObjectChange): boolean =>
  change.kind === "webhook"
    ? step.kind === "webhook" && change.hook.name === step.name
    : change.kind === "policy" && step.kind === "policy" && change.policy.name === step.name;

const templatePaths = ({ before, after }: ObjectChange): string[] =>
  diffJson(before, after)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/spec/template"));

const MOST = 4;

/** Notes about fields that the client sent, and that a webhook or policy removed. */
export function removedNotes(blame: Blame | undefined): string[] {
  const removed = (blame?.lost ?? []).filter(
    ({ how, from, by, path }) =>
      how === "removed" &&
      from.kind === "client" &&
      (by.kind === "webhook" || by.kind === "policy") &&
      !path.startsWith("/metadata/"),
  );
  const writers = new Map<string, string[]>();
  for (const { by, path } of removed) {
    const who = `${by.kind} ${by.name}`;
    writers.set(who, [...(writers.get(who) ?? []), path]);
  }
  return [...writers].map(([who, paths]) => {
    const verb = paths.length === 1 ? "was" : "were";
    return `${fewOf(paths, MOST)} of the request ${verb} removed by ${who}: if that is not meant, it may know only an older version of this kind, and leave out what it does not know`;
  });
}
