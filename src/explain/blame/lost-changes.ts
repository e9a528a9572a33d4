import type { Attributes } from "../../admission/attributes.ts";
import type { ObjectChange, Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import { fewOf } from "../../report/few-of.ts";
import { changedPaths, isSameBelowMetadata } from "../changed-paths.ts";
import type { Cause, Step } from "../explanation.ts";
import { defaultBelow, definitionOf, schemasTo } from "../refused/schema-place.ts";
import { type Path, pointerOf, type Sources, valueAt } from "../sources.ts";
import { causeMaker, isChangeOf, stepCause } from "../steps/explained.ts";
import type { World } from "../world.ts";
import type { Blame, FieldWriter, LostValue } from "./field-writer.ts";

/** Adds to the step of a webhook or a policy what it wrote in vain. */
export function withLost(step: Step, blame: Blame | undefined): Step {
  if (step.kind === "plugin" || !step.called) return step;
  const lost = blame?.lost.filter(({ from }) => isBy(step, from)) ?? [];
  return lost.length === 0 ? step : { ...step, lost };
}

const isBy = (
  step: Exclude<Step, { kind: "plugin" }>,
  { kind, name, configuration, round }: FieldWriter,
): boolean =>
  step.kind === kind &&
  step.name === name &&
  step.round === round &&
  (step.kind === "policy" || step.configuration === configuration);

/** Causes for changes of webhooks and policies that the server did not store, one for each rule. */
export function lostChanges(steps: readonly Step[], sources: Sources): Cause[] {
  return steps.flatMap((step) => {
    if (step.kind === "plugin") return [];
    const byRule = new Map<string, LostValue[]>();
    for (const one of step.lost ?? [])
      if (one.how === "not stored") byRule.set(one.why, [...(byRule.get(one.why) ?? []), one]);
    return [...byRule].map(([why, values]) => causeOf(step, why, values, sources));
  });
}

const MOST = 3;

function causeOf(
  step: Exclude<Step, { kind: "plugin" }>,
  why: string,
  values: readonly LostValue[],
  sources: Sources,
): Cause {
  const paths = values.map(({ path }) => path);
  const message = `not stored: it set ${fewOf(paths, MOST)}, but ${why}`;
  const path = [step.kind === "webhook" ? "rules" : "mutations"];
  return stepCause(step, sources)("not-stored", message, path, paths);
}

/**
 * Causes for fields of a custom resource that the client sent, and that are not in the stored object, because a schema
 * does not have them: one for each place in the definition.
 */
export function lostFields(blame: Blame | undefined, { resource, kind }: Attributes, world: World): Cause[] {
  const lost = (blame?.lost ?? []).filter(
    ({ from, how, why, path }) =>
      from.kind === "client" &&
      how === "not stored" &&
      why.includes("has no such field") &&
      !path.startsWith("/metadata/"),
  );
  const definition = definitionOf(resource, world);
  if (definition === undefined || blame?.stored !== true || lost.length === 0) return [];
  const groups = new Map<string, { place: Path; values: LostValue[] }>();
  for (const one of lost) {
    const place = placeOf(one, definition, resource.version);
    const group = groups.get(JSON.stringify(place)) ?? { place, values: [] };
    groups.set(JSON.stringify(place), { place, values: [...group.values, one] });
  }
  return [...groups.values()].map(({ place, values }) => {
    const paths = values.map(({ path }) => path);
    const isConverted = place[1] === "conversion";
    const message = `not stored: ${fewOf(paths, MOST)} of the ${kind.kind} in the request: ${values[0]?.why ?? ""}`;
    const advice = isConverted
      ? "write a conversion webhook, or declare the field in the stored version, too"
      : "declare the field in the schema, or write x-kubernetes-preserve-unknown-fields: true there";
    const { name } = definition.metadata;
    const make = causeMaker({ kind: "CustomResourceDefinition", name: name ?? "" }, world.sources);
    return { ...make("not-stored", message, place, paths), advice };
  });
}

/** The conversion, or the part of the schema that does not have the field. */
function placeOf({ path, why }: LostValue, definition: JsonObject, version: string): Path {
  if (why.includes("conversion None")) return ["spec", "conversion", "strategy"];
  return schemasTo(path.slice(1).split("/").map(unescapeToken), definition, version).at(-1)?.path ?? ["spec"];
}

/** Causes for changes of what a controller compares with its own object: it does not find it again. */
export function undoneChanges(verdict: Verdict, steps: readonly Step[], sources: Sources): Cause[] {
  const owner = deploymentOf(verdict);
  if (owner === undefined) return [];
  return steps.flatMap((step) => {
    if (step.kind === "plugin" || !step.called || step.round === 1) return [];
    const paths = verdict.changes.filter((change) => isChangeOf(step, change)).flatMap(templatePaths);
    const [path] = paths;
    if (path === undefined) return [];
    const message = `it changed ${path} of a ReplicaSet of the Deployment ${owner}: the Deployment looks for a ReplicaSet with its own template, does not find one, and makes another ReplicaSet, again and again`;
    const place = [step.kind === "webhook" ? "rules" : "matchConstraints"];
    const cause = stepCause(step, sources)("undone", message, place);
    const advice =
      "change the template of the Deployment, or the pods, and take replicasets out of the rules";
    return [{ ...cause, saw: paths, advice }];
  });
}

/** Name of the Deployment that owns the written ReplicaSet; undefined if there is none. */
function deploymentOf({ attributes, validated, received }: Verdict): string | undefined {
  const { resource, subresource } = attributes;
  if (resource.resource !== "replicasets" || subresource !== "") return undefined;
  const owners = (validated ?? received)?.metadata?.ownerReferences ?? [];
  return owners.find(({ kind, controller }) => kind === "Deployment" && controller === true)?.name;
}

const templatePaths = ({ before, after }: ObjectChange): string[] =>
  diffJson(before, after)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/spec/template"));

const MOST_REMOVED = 4;

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
    return `${fewOf(paths, MOST_REMOVED)} of the request ${verb} removed by ${who}: if that is not meant, it may know only an older version of this kind, and leave out what it does not know`;
  });
}

/** Fields that only a subresource writes, with the way to it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "Namespace/spec/finalizers":
    " (they change by the subresource finalize: kubectl replace --raw /api/v1/namespaces/NAME/finalize -f FILE, which leaves behind what is still in the namespace)",
};

/** Notes about fields that an update was to change, and that the server keeps as they were, or that a webhook or policy set back. */
export function keptNotes(verdict: Verdict, object: KubeObject | null): string[] {
  const { attributes, received, validated, changes } = verdict;
  const { operation, subresource, oldObject, kind, resource } = attributes;
  const status = `${resource.resource}/status`;
  if (operation !== "UPDATE" || !["", "status"].includes(subresource)) return [];
  const [old, sent, now] = [oldObject, received, validated].map((one) => one ?? undefined);
  const kept = changedPaths(old, sent).filter((path) => {
    // The server drops an empty list when it reads the object.
    const value = valueAt(sent, path) ?? valueAt(object ?? undefined, path);
    // The server fills an empty value with the one from before.
    const isMeant = value !== undefined && value !== "" && value !== 0;
    // Fields of the other URL are of interest if nothing else changes.
    const isOther = (path[0] === "status") === (subresource === "");
    const isTold = path[0] !== "metadata" && (isOther ? isIdle(verdict) : subresource === "");
    return isMeant && isTold && equal(valueAt(old, path), valueAt(now, path));
  });
  return kept.flatMap((path) => {
    const [own, before] = [pointerOf(path), valueAt(old, path)];
    const writer = writerBack(path, before, changes);
    // A field that was absent before was removed, which another note tells.
    if (changes.length > 0)
      return writer === "" || before === undefined ? [] : [`${own} is as it was: ${writer} set it back`];
    const what = subresource === "" ? `a ${kind.kind}` : status;
    const otherwise = path[0] === "status" ? ` (that of ${status} does)` : OTHERWISE[`${kind.kind}${own}`];
    return `${own} is as it was: an update of ${what} does not change it${otherwise ?? ""}`;
  });
}

/** The webhook or policy that gave a field the value from before the request; empty if none did. */
function writerBack(path: Path, old: Json | undefined, changes: readonly ObjectChange[]): string {
  const has = (object: KubeObject | null): boolean =>
    equal(valueAt(object ?? undefined, path) ?? null, old ?? null);
  const found = changes.find(({ before, after }) => !has(before) && has(after));
  if (found === undefined || found.kind === "plugin") return "";
  return found.kind === "webhook" ? `webhook ${found.hook.name}` : `policy ${found.policy.name}`;
}

/** True if an update changes nothing but metadata. */
export const isIdle = ({ attributes: { oldObject }, validated }: Verdict): boolean =>
  oldObject !== null && isSameBelowMetadata(oldObject, validated);

/**
 * Notes about the parts that a custom resource lacks, and whose fields have defaults: the server sets defaults only in objects that
 * are there.
 */
export function absentDefaults(
  { operation, resource, subresource }: Attributes,
  object: KubeObject | null | undefined,
  world: World,
): string[] {
  if (operation !== "CREATE" || subresource !== "" || object === null || object === undefined) return [];
  const definition = definitionOf(resource, world);
  const [whole] = definition === undefined ? [] : schemasTo([], definition, resource.version);
  const { properties } = record(whole?.schema);
  return Object.entries(record(properties)).flatMap(([key, schema]) => {
    if (key === "metadata" || key === "status" || object[key] !== undefined || !isJsonObject(schema))
      return [];
    const place = defaultBelow(schema, key, 0);
    return place === undefined || schema.default !== undefined
      ? []
      : [
          `the object has no ${key}, so that defaults below it, such as that of ${place}, are not set: default: {} for ${key} in the schema of ${definition?.metadata.name ?? ""} sets them`,
        ];
  });
}
