import { expect, test } from "vitest";
import { Document } from "../../../api/object/document.ts";
import type { Target } from "../target.ts";
import type { Pin } from "./selection.ts";
import { textFilter } from "./text-filter.ts";

const target = (custom: boolean) => ({ resource: { custom } }) as Target;
const label = (place: string, value: string): Pin => ({ on: "label", place, value, read: () => undefined });
const labelled = (labels: Record<string, string>) => new Document({ metadata: { labels } });

const cases: readonly [name: string, pins: readonly Pin[], labels: Record<string, string>, may: boolean][] = [
  ["the label", [label("app", "shop")], { app: "shop" }, true],
  ["a longer value", [label("app", "shop")], { app: "shopping" }, false],
  ["one of two labels", [label("app", "shop"), label("tier", "web")], { app: "shop" }, false],
  ["the empty value, which is not looked for", [label("app", "")], {}, true],
  ["a value that JSON writes otherwise", [label("app", "a<b")], {}, true],
  ["no labels asked for", [], {}, true],
  ["a field", [{ ...label("spec.nodeName", "n"), on: "field" }], {}, true],
];

test.each(cases)("textFilter: %s", (_, pins, labels, may) => {
  expect(textFilter(target(false), { pins })(labelled(labels))).toBe(may);
  expect(textFilter(target(true), { pins })(labelled(labels))).toBe(true);
});
