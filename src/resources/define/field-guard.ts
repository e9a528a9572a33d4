import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Gate } from "../features/gates.ts";
import type { Strategy, WriteContext } from "../strategy.ts";

/**
 * Fields that belong to a feature. While the feature is off, they are removed unless the stored object
 * already uses it.
 */
export interface FieldGuard {
  readonly gate: Gate;
  isUsed(old: KubeObject): boolean;
  drop(object: KubeObject): void;
}

/**
 * Returns a guard of the fields at these paths. A path has names of members, with `[]` after lists and `{}`
 * after maps: `spec.containers[].env[].valueFrom.fileKeyRef`. `uses`: further paths at which a stored object
 * uses the feature.
 */
export function fieldGuard(gate: Gate, fields: readonly string[], uses: readonly string[] = []): FieldGuard {
  const dropped = fields.map(parsePath);
  const used = [...dropped, ...uses.map(parsePath)];
  return {
    gate,
    isUsed: (old) => used.some((path) => someAt(old, path, (parent, name) => isSet(parent[name]))),
    drop(object) {
      for (const path of dropped) someAt(object, path, dropMember);
    },
  };
}

/** Returns what removes the fields of guards, except of features that the stored object uses. */
export const dropsFields =
  (guards: readonly FieldGuard[]) =>
  (object: KubeObject, old?: KubeObject): void => {
    for (const guard of guards) if (old === undefined || !guard.isUsed(old)) guard.drop(object);
  };

type Preparations = Pick<Strategy, "prepareForCreate" | "prepareForUpdate">;

/** Returns a strategy that removes fields of features that are off before its other preparations. */
export function withoutFields<Own extends Partial<Strategy>>(
  guards: readonly FieldGuard[],
  strategy: Own,
): Own & Required<Preparations> {
  const drop = dropsFields(guards);
  return {
    ...strategy,
    prepareForCreate(object: KubeObject, context: WriteContext) {
      drop(object);
      strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object: KubeObject, old: KubeObject, context: WriteContext) {
      drop(object, old);
      strategy.prepareForUpdate?.(object, old, context);
    },
  };
}

const dropMember: Visit = (parent, name) => {
  delete parent[name];
  return false;
};

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

interface Segment {
  readonly name: string;
  readonly isMany: boolean;
}

const parsePath = (path: string): readonly Segment[] =>
  path.split(".").map((part) => ({ name: part.replace(/(?:\[\]|\{\})$/, ""), isMany: /[\]}]$/.test(part) }));

/** Handles a member, which may be absent; true ends the search. */
type Visit = (parent: JsonObject, name: string) => boolean;

function someAt(value: unknown, [segment, ...rest]: readonly Segment[], visit: Visit): boolean {
  if (segment === undefined || !isJsonObject(value)) return false;
  const { name, isMany } = segment;
  if (rest.length === 0) return visit(value, name);
  const member = value[name];
  if (!isMany) return someAt(member, rest, visit);
  if (typeof member !== "object" || member === null) return false;
  return Object.values(member).some((item) => someAt(item, rest, visit));
}
