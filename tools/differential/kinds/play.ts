import type { JsonObject } from "../../../src/json/value.ts";
import type { Edit } from "../case.ts";
import type { Random } from "../random.ts";
import type { Editor } from "./edits.ts";
import { collectionOf, nameOf, type Resource } from "./resources.ts";
import { isTame } from "./tame.ts";
import type { Values } from "./values.ts";

/** Parts of a case about one resource. */
export interface Play {
  readonly random: Random;
  readonly resource: Resource;
  readonly values: Values;
  readonly editor: Editor;
  /** The created object, as far as it is known in advance. */
  readonly base: JsonObject;
}

export const objectPath = ({ resource }: Play): string => `${collectionOf(resource)}/${nameOf(resource)}`;

export function editsOf(play: Play, low: number, high: number): Edit[] {
  const { random, editor, base, resource } = play;
  const made = random.times(low, high, () => editor.edit(base, resource.typeName));
  return made.filter((edit) => isTame(resource, edit));
}

/** Query parameters of writes. */
export function writeQuery(random: Random, dryRun: number): [string, string][] {
  const query: [string, string][] = [];
  if (random.chance(dryRun)) query.push(["dryRun", "All"]);
  if (random.chance(0.12))
    query.push(["fieldManager", random.pick(["m1", "m2", "x".repeat(129), "a\u0007b"])]);
  if (random.chance(0.25))
    query.push(["fieldValidation", random.pick(["Strict", "Strict", "Warn", "Ignore", "Other"])]);
  return query;
}
