import type { Json } from "../../../../src/json/value.ts";
import { applyMergePatch } from "../../../../src/patch/merge-patch.ts";
import { DRY, type Members, Scenario } from "../scenario.ts";

/** One object and its changes. All are merge patches of the object; no change is stored. */
export interface Tries {
  readonly path: string;
  /** A valid object without a name. */
  readonly base: Json;
  /** Nothing is stored: the name is one that others need too. */
  readonly onlyCreates?: boolean;
  /** Created instead of the object itself. */
  readonly creates?: readonly Json[];
  /** Updates of the object. */
  readonly updates?: readonly Json[];
  /** Status before the attempts of `statuses`. */
  readonly status?: Json;
  /** Updates of its status. */
  readonly statuses?: readonly Json[];
  /** The subresource that `statuses` are about. */
  readonly subresource?: string;
}

const isShared = (path: string): boolean => !path.includes("{{ns}}");

/** Creates and updates; most of them are refused. */
export function tries(name: string, all: readonly Tries[]): Scenario {
  const s = new Scenario(name);
  for (const [index, one] of all.entries())
    tryOne(s, one, isShared(one.path) ? `t${index}-{{id}}` : `t${index}`);
  return s;
}

function tryOne(s: Scenario, one: Tries, name: string): void {
  const named = applyMergePatch({ metadata: { name } }, one.base);
  const { path } = one;
  const { metadata } = named as { metadata: { name: string } };
  const object = `${path}/${metadata.name}`;
  for (const change of one.creates ?? []) s.post(path, applyMergePatch(named, change), DRY);
  if (one.onlyCreates) return;
  s.post(path, named);
  if (isShared(path)) s.removes(object);
  for (const change of one.updates ?? []) s.patch("merge", object, change, DRY);
  const status = `${object}/${one.subresource ?? "status"}`;
  if (one.status !== undefined) s.patch("merge", status, { status: one.status });
  for (const change of one.statuses ?? []) s.patch("merge", status, { status: change }, DRY);
}

export const spec = (more: Members): Json => ({ spec: more });
export const conditions = (...all: Json[]): Json => ({ conditions: all });
export const long = (length: number): string => "x".repeat(length);
