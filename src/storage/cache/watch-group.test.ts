import { expect, test } from "vitest";
import { Document } from "../../api/object/document.ts";
import type { Change, Interest } from "../storage.ts";
import { WatchGroup } from "./watch-group.ts";

const on = (value: string): Interest => ({
  place: "node",
  value,
  read: (document) => (document.value as { node?: string }).node,
});

let revision = 0;

function change(node: string | undefined, before?: string): Change {
  revision++;
  const entryOf = (value: string | undefined) => ({
    key: "/a",
    revision,
    document: new Document(value === undefined ? {} : { node: value }),
  });
  const previous = before === undefined ? undefined : entryOf(before);
  return {
    type: previous === undefined ? "created" : "updated",
    key: "/a",
    revision,
    entry: entryOf(node),
    previous,
  };
}

function sorted(group: WatchGroup<string>, changes: readonly Change[]): Record<string, readonly Change[]> {
  const got: Record<string, readonly Change[]> = {};
  group.sort(changes, (watcher, its) => {
    got[watcher] = its;
  });
  return got;
}

test("WatchGroup hands a change to those who care for the value that is there, or was", () => {
  const group = new WatchGroup<string>();
  group.add("everything", undefined);
  for (const node of ["a", "b", "c"]) group.add(`on ${node}`, on(node));
  group.add("also on a", on("a"));
  const changes = [change("a"), change("b", "a"), change("b", "b"), change(undefined), change("d")];
  expect(sorted(group, changes)).toEqual({
    everything: changes,
    "on a": changes.slice(0, 2),
    "also on a": changes.slice(0, 2),
    "on b": changes.slice(1, 3),
  });
});

test("WatchGroup forgets a watcher, and is empty without any", () => {
  const group = new WatchGroup<string>();
  group.add("on a", on("a"));
  group.add("everything", undefined);
  expect(group.delete("on a", on("b"))).toBe(false);
  expect(group.delete("on a", on("a"))).toBe(true);
  expect(sorted(group, [change("a")])).toEqual({ everything: [expect.anything()] });
  expect(group.empty).toBe(false);
  expect(group.delete("everything", undefined)).toBe(true);
  expect(group.empty).toBe(true);
});
