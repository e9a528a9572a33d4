import type { KubeObject } from "../../../api/meta.ts";
import { goBool } from "../../../go/bool.ts";
import { deepEqual } from "../../../json/semantic-equal.ts";
import { record } from "../../../json/value.ts";
import type { FirstObject } from "../../base/controller.ts";

const AUTO_UPDATE = "apf.kubernetes.io/autoupdate-spec";

const annotationOf = ({ metadata }: KubeObject): boolean | undefined =>
  goBool(metadata.annotations?.[AUTO_UPDATE]);

/**
 * Returns true if the object is an initial object of a server. It is deleted when no version of the server in
 * use has it.
 */
export const isManaged = (object: KubeObject): boolean => annotationOf(object) === true;

/**
 * Returns the object of priority and fairness to be written; undefined if it is right. Mandatory objects are
 * always repaired. For suggested ones the annotation decides; without it they are repaired if no client has
 * changed their spec (pkg/registry/flowcontrol/ensurer/strategy.go, ReviseIfNeeded).
 */
export function revised(
  current: KubeObject,
  { object: boot, isMandatory }: FirstObject,
): KubeObject | undefined {
  const stated = annotationOf(current);
  const updates = isMandatory || (stated ?? current.metadata.generation === 1);
  const hasOtherSpec = updates && !isLike(current, boot);
  if (stated === updates && !hasOtherSpec) return undefined;
  const annotations = { ...current.metadata.annotations, [AUTO_UPDATE]: String(updates) };
  return {
    ...current,
    metadata: { ...current.metadata, ...(stated !== updates && { annotations }) },
    ...(hasOtherSpec && { spec: boot.spec ?? null }),
  };
}

/**
 * Returns true if the spec is the wanted one. Users may set the shares of the level `exempt`, so these are
 * not compared.
 */
function isLike(current: KubeObject, boot: KubeObject): boolean {
  const isExempt = boot.kind === "PriorityLevelConfiguration" && boot.metadata.name === "exempt";
  return isExempt ? hasExempt(current) : deepEqual(current.spec, boot.spec);
}

const hasExempt = ({ spec }: KubeObject): boolean =>
  deepEqual({ ...record(spec), exempt: null }, { type: "Exempt", exempt: null }) &&
  record(spec).exempt !== undefined;
