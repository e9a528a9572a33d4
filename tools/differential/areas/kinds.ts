import { clone } from "../../../src/json/object.ts";
import type { Json } from "../../../src/json/value.ts";
import type { Case, Edit, Step } from "../case.ts";
import { applyEdit } from "../edit.ts";
import { deleteStep } from "../kinds/deletes.ts";
import { Editor } from "../kinds/edits.ts";
import { patchStep } from "../kinds/patches.ts";
import { editsOf, objectPath, type Play, writeQuery } from "../kinds/play.ts";
import { baseOf, collectionOf, RESOURCES, type Resource } from "../kinds/resources.ts";
import { subresourceStep } from "../kinds/subresources.ts";
import { isLonely, isOnlyTried, tameBody } from "../kinds/tame.ts";
import { Values } from "../kinds/values.ts";
import type { Random } from "../random.ts";

/** Every built-in kind with random fields. */
export function kindsCase(random: Random, only?: string): Case {
  const resource = random.pick(RESOURCES.filter(({ kind }) => only === undefined || kind === only));
  const values = new Values(random, random.pick([0.02, 0.06, 0.15]));
  const editor = new Editor(random, values);
  const base = baseOf(resource, random);
  const play = { random, resource, values, editor, base };
  const steps = isCreatedOnly(resource)
    ? random.times(1, 3, (i) => createStep(play, `create ${i}`, 4))
    : life(play);
  return { area: "kinds", steps, ...(isLonely(resource) ? { alone: true } : {}) };
}

const isCreatedOnly = (resource: Resource): boolean =>
  isOnlyTried(resource) || resource.verbs?.includes("update") === false;

/** Created, changed in several ways, read. */
function life(play: Play): Step[] {
  const { random } = play;
  const isWild = random.chance(0.4);
  const first = createStep(play, "create", isWild ? 5 : random.chance(0.5) ? 0 : 1);
  const steps = [first];
  if (isWild && random.chance(0.7)) return steps;
  for (let i = random.int(1, 4); i > 0; i--) steps.push(...changeStep(play, `change ${steps.length}`));
  if (random.chance(0.5)) steps.push(readStep(play, "read"));
  return steps;
}

export function changeStep(play: Play, name: string): Step[] {
  const { random, resource } = play;
  const turn = random.next();
  if (turn < 0.3) return [putStep(play, name)];
  if (turn < 0.72) return [patchStep(play, name)];
  if (turn < 0.9 && resource.subresources.length > 0) return [subresourceStep(play, name)];
  if (turn < 0.95) return [deleteStep(play, name)];
  return [putStep(play, name)];
}

export function createStep(play: Play, name: string, most: number): Step {
  const body = clone(play.base);
  for (const edit of editsOf(play, most === 0 ? 0 : 1, most))
    applyEdit(body, clone(edit as unknown as Json) as never);
  const query = writeQuery(play.random, isOnlyTried(play.resource) ? 1 : 0.06);
  return {
    name,
    method: "POST",
    path: collectionOf(play.resource),
    query,
    body: tameBody(play.resource, body),
  };
}

/** The object as it was answered last, changed. */
function putStep(play: Play, name: string): Step {
  const { random } = play;
  const from = { step: "create", edits: withVersion(random, editsOf(play, 1, 3)) };
  return {
    name,
    method: "PUT",
    path: objectPath(play),
    query: writeQuery(random, 0.06),
    body: play.base,
    from,
  };
}

/** Sometimes no version, sometimes an old one. The version of the create is old after the first change. */
function withVersion(random: Random, edits: Edit[]): Edit[] {
  return random.chance(0.8) ? [{ at: "/metadata/resourceVersion" }, ...edits] : edits;
}

const readStep = (play: Play, name: string): Step => ({ name, method: "GET", path: objectPath(play) });
