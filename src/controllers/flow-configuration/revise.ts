import { goBool } from "../../api/go-bool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { deepEqual } from "../../json/semantic-equal.ts";
import type { FirstObject } from "../controller.ts";

const AUTO_UPDATE = "apf.kubernetes.io/autoupdate-spec";

const annotationOf = ({ metadata }: KubeObject): boolean | undefined =>
  goBool(metadata.annotations?.[AUTO_UPDATE]);

/** Whether the object came with a server, and is deleted when no server has it any more. */
export const isManaged = (object: KubeObject): boolean => annotationOf(object) === true;

/**
 * An object of priority and fairness as the server is to have it; undefined: it is right. Mandatory ones are always put right;
 * of suggested ones the annotation decides, and without it whether anybody has changed them
 * (pkg/registry/flowcontrol/ensurer/strategy.go, ReviseIfNeeded).
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

/** The shares of the level `exempt` are for users to say. */
function isLike(current: KubeObject, boot: KubeObject): boolean {
  const isExempt = boot.kind === "PriorityLevelConfiguration" && boot.metadata.name === "exempt";
  return isExempt ? hasExempt(current) : deepEqual(current.spec, boot.spec);
}

const hasExempt = ({ spec }: KubeObject): boolean =>
  deepEqual({ ...(spec as object), exempt: null }, { type: "Exempt", exempt: null }) &&
  (spec as { exempt?: unknown } | undefined)?.exempt !== undefined;
