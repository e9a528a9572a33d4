import { expect, test } from "vitest";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { Model } from "./model.ts";

const definition = definitionOf("Boat", []);

test("a model of a part of the manifests has what the model of all has read, and validates nothing again", async () => {
  const manifests = await parseManifests(JSON.stringify(definition), "a");
  const whole = new Model(manifests, { now: 0 });
  const part = new Model(manifests, { now: 0 }, { whole, isChecked: () => false });
  expect(part.registry).toBe(whole.registry);
  expect(part.configurations).toEqual(whole.configurations);
  const [read] = whole.configurations;
  expect(part.configurations[0]).toBe(read);
  expect(read?.errors().length).toBeGreaterThan(0);
  expect(read?.errors()).toBe(read?.errors());
  expect(new Model([], { now: 0 }, { whole, isChecked: () => true }).configurations).toEqual([]);
});
