import type { Attributes } from "../../admission/attributes.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { unescapeToken } from "../../json/pointer.ts";
import type { Registry } from "../../resources/registry.ts";
import { shapeAt } from "../refused/shape-at.ts";
import type { Blame, BlamedField, LostValue, Written } from "./field-writer.ts";
import { fieldsOf, MarkedObject } from "./marked-object.ts";
import { markManagers } from "./stored-managers.ts";
import { stagesOf } from "./write-stages.ts";

/** Tells who wrote each field; undefined if this was not recorded, or the request writes no object of its own kind. */
export function blameOf(
  written: Written,
  verdict: Verdict | undefined,
  registry: Registry,
): Blame | undefined {
  const found = verdict && stagesOf(written, verdict, registry);
  if (verdict === undefined || found === undefined) return undefined;
  const { old, stages } = found;
  const object = new MarkedObject();
  if (old !== null) object.begin(old, (mark) => markManagers(mark, verdict.attributes.oldObject));
  for (const { object: next, by, isDecoding } of stages) object.become(next, by, isDecoding);
  const isStored = written.trail?.stored !== undefined;
  if (isStored) object.inheritOld();
  const rule = (lost: NotStored): string => notStored(lost, verdict.attributes, registry);
  const fields = fieldsOf(object.root);
  const kept = new Set(fields.map(placeless));
  const lost = object.lost.filter((one) => !kept.has(placeless({ ...one, by: one.from })));
  return { stored: isStored, fields, lost: lost.map(withRule(rule)) };
}

/** A value and its writer in any round, at any place in its list: a later call may write an item again at another place. */
const placeless = ({ path, value, by: { kind, name, configuration } }: BlamedField): string =>
  JSON.stringify([path.split("/").filter((step) => !/^\d+$/.test(step)), value, kind, name, configuration]);

const withRule =
  (rule: (lost: NotStored) => string) =>
  (lost: Omit<LostValue, "why">): LostValue => ({
    ...lost,
    why: lost.how === "not stored" ? rule(lost) : "",
  });

/** A value that the server did not take over. */
type NotStored = Pick<LostValue, "path" | "by">;

/** Fields that the server reads and does not return. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "CustomResourceDefinition/spec/preserveUnknownFields":
    "the server leaves out false, its default: a manifest without the field is the same",
};

/** Fields of metadata that only the server sets. */
const SYSTEM =
  /^\/metadata\/(uid|resourceVersion|generation|creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds|selfLink|managedFields)\b/;

/** Returns the rule of the server that left a value out. */
function notStored(
  { path, by }: NotStored,
  { kind, resource: { group, version, resource }, subresource, operation }: Attributes,
  registry: Registry,
): string {
  const [, system] = SYSTEM.exec(path) ?? [];
  if (system !== undefined) return `only the server sets metadata.${system}`;
  const found = registry.find(group, version, resource);
  const custom = found?.resource.custom === true;
  const steps = path.slice(1).split("/").map(unescapeToken);
  const isKnown = shapeAt(steps, found) !== undefined;
  const hub = found?.resource.hub;
  if (
    custom &&
    isKnown &&
    hub !== undefined &&
    hub !== found?.kind &&
    found?.kind.ready === undefined &&
    shapeAt(steps, { kind: hub }) === undefined
  )
    return `${kind.kind} is stored in ${hub.version}, whose schema has no such field, and conversion None changes only apiVersion`;
  if (by.kind === "default" || !isKnown)
    return custom
      ? `the schema of ${kind.kind} in its CustomResourceDefinition has no such field`
      : (LEFT_OUT[`${kind.kind}${path}`] ?? `${kind.kind} has no such field`);
  if (subresource === "status") {
    if (path.startsWith("/metadata/") && custom)
      return "the subresource status of a custom resource takes nothing of metadata";
    if (!path.startsWith("/status"))
      return `${resource}/status takes only the status: change ${resource} itself`;
  }
  if (subresource !== "") return `${resource}/${subresource} does not take this field`;
  if (/^\/status(\/|$)/.test(path))
    return operation === "CREATE"
      ? `a new ${kind.kind} begins without this status: ${resource}/status writes it`
      : `the status is written by ${resource}/status only`;
  return `the server sets this field of ${kind.kind} by its own rules`;
}
