import { expect, test } from "vitest";
import { Document } from "../../../api/object/document.ts";
import { createMemoryStorage } from "../../../storage/index.ts";
import { createViews } from "./views.ts";

const PREFIX = "quotas";
const keyOf = (place: string): string => `/registry/${PREFIX}/${place}`;

test("a view lists what there is in order of the keys, in all namespaces and in one, after every change", async () => {
  const storage = createMemoryStorage();
  const documentOf = (place: string, turn: number) => () =>
    new Document({ metadata: { name: place, labels: { turn: `${turn}` } } });
  await storage.create(keyOf("b/2"), documentOf("b/2", 0));
  const views = await createViews(storage, [PREFIX]);
  const view = views.of(PREFIX);
  const there = new Map([["b/2", { turn: 0, revision: storage.revision }]]);
  const expected = (under: string): string[] =>
    [...there]
      .filter(([place]) => place.startsWith(under))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([place, { turn }]) => `${place} ${turn}`);
  const told = (namespace?: string): string[] =>
    view.list(namespace).map(({ metadata }) => `${metadata.name} ${metadata.labels?.turn}`);
  for (let turn = 1; turn < 200; turn++) {
    const place = `${["a", "b", "b-c"][turn % 3]}/${(turn * 37) % 11}`;
    const known = there.get(place);
    if (known === undefined) await storage.create(keyOf(place), documentOf(place, turn));
    else if (turn % 4 === 0) await storage.delete(keyOf(place), known.revision);
    else await storage.update(keyOf(place), known.revision, documentOf(place, turn));
    if (known !== undefined && turn % 4 === 0) there.delete(place);
    else there.set(place, { turn, revision: storage.revision });
    await view.seen(storage.revision);
    expect(told()).toEqual(expected(""));
    expect(told("b")).toEqual(expected("b/"));
    if (turn % 5 === 0) expect(view.list()).toBe(view.list());
  }
  views.close();
  await storage.close();
});
