import { expect, test } from "vitest";
import { parseManifests } from "../../explain/offline/manifests.ts";
import { Model } from "./model.ts";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.example.com" },
  spec: { group: "example.com", scope: "Namespaced", names: { kind: "Boat", plural: "boats" }, versions: [] },
};

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
