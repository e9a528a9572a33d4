import type { Attributes } from "../../admission/attributes.ts";
import { unescapeToken } from "../../json/pointer.ts";
import type { Registry } from "../../resources/registry.ts";
import { shapeAt } from "../refused/shape-at.ts";
import type { LostValue } from "./field-writer.ts";

/** A value that the server did not take over. */
export type NotStored = Pick<LostValue, "path" | "by">;

/** Fields of metadata that only the server sets. */
const SYSTEM =
  /^\/metadata\/(uid|resourceVersion|generation|creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds|selfLink|managedFields)\b/;

/** Returns the rule of the server that left a value out. */
export function notStored(
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
      : `${kind.kind} has no such field`;
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
