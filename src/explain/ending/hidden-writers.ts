import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { type Json, record, records } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Blame } from "../blame/field-writer.ts";
import { shapeAt } from "../refused/shape-at.ts";
import type { Sources } from "../sources.ts";
import { type Path, pointerOf } from "../sources.ts";

/**
 * Tells what the client did not write and does not see in its manifest: a webhook or policy removed a part beside the
 * invalid field, or the plugin LimitRanger filled one in. Empty if there is no such thing.
 */
export function hiddenWriters(path: Path, blame: Blame | undefined, sources: Sources): string {
  return removedBeside(path, blame) || limitsBeside(path, blame, sources);
}

const MOST = 4;

/** `: hook.example.com removed /spec/initContainers/0/restartPolicy`. */
function removedBeside(path: Path, blame: Blame | undefined): string {
  const removed = (blame?.lost ?? []).filter(
    ({ how, by, from }) =>
      how === "removed" && (by.kind === "webhook" || by.kind === "policy") && by.name !== from.name,
  );
  const [own, around] = [pointerOf(path), pointerOf(path.slice(0, -1))];
  const isOwn = (one: string): boolean => one === own || one.startsWith(`${own}/`);
  const isBeside = (one: string): boolean => parentOf(one) === around && around.includes("/", 1);
  const near = path.length === 0 ? [] : removed.filter((one) => isOwn(one.path) || isBeside(one.path));
  const [first] = near;
  if (first === undefined) return "";
  const same = near.filter(({ by }) => by.name === first.by.name);
  return `; ${first.by.name} removed ${same
    .slice(0, MOST)
    .map((one) => one.path)
    .join(", ")}, which the request has`;
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** Requests and limits of a container that are defaults of a LimitRange. */
function limitsBeside(path: Path, blame: Blame | undefined, sources: Sources): string {
  const at = path.indexOf("resources");
  if (at < 0) return "";
  const prefix = `${pointerOf(path.slice(0, at + 1))}/`;
  const set = (blame?.fields ?? []).filter(
    ({ path: one, by }) => by.kind === "plugin" && by.name === "LimitRanger" && one.startsWith(prefix),
  );
  if (set.length === 0) return "";
  const [range, ...more] = sources.names?.("LimitRange") ?? [];
  const of = range === undefined || more.length > 0 ? "a LimitRange of the namespace" : `LimitRange/${range}`;
  const values = set.map((one) => `${one.path} = ${String(one.value)}`);
  return `; the plugin LimitRanger set ${values.slice(0, MOST).join(", ")}, which ${of} has as its default`;
}

/** Says how the resources of a running pod change; empty if the request does not change them. */
export function resizeAdvice({ attributes, validated, received }: Verdict): string {
  const { resource, subresource, operation, oldObject, name } = attributes;
  const isPod = resource.resource === "pods" && resource.group === "" && subresource === "";
  const [before, after] = [oldObject, validated ?? received].map(resourcesOf);
  if (!isPod || operation !== "UPDATE" || equal(before ?? [], after ?? [])) return "";
  return `resources of a running pod change through the subresource resize only: kubectl patch pod ${name} --subresource resize --patch …; or change the template of its owner`;
}

const resourcesOf = (pod: KubeObject | null | undefined): Json =>
  ["containers", "initContainers"].flatMap((list) =>
    records(record(pod?.spec)[list]).map(({ resources }) => resources ?? {}),
  );

/**
 * Says that a policy wrote an item of a list without all keys of the list, so that it became another
 * item; empty if the invalid field is no such key.
 */
export function keyAdvice(path: Path, verdict: Verdict, registry: Registry): string {
  const at = path.findLastIndex((part) => typeof part === "number");
  const { group, version, kind } = verdict.attributes.kind;
  const list = at < 1 ? undefined : shapeAt(path.slice(0, at), registry.findKind(group, version, kind));
  if (list?.kind !== "list" || list.listType !== "map" || list.keys.length < 2) return "";
  const isKey = path.length === at + 2 && list.keys.includes(String(path.at(-1)));
  const isByPolicy = verdict.changes.some((change) => change.kind === "policy");
  if (!isKey || !isByPolicy) return "";
  return `items of ${path.slice(0, at).join(".")} are found by ${list.keys.join(" and ")} together: a policy writes all of them, else it makes another item`;
}
