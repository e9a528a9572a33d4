import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { explained } from "../explained.tool.ts";

const update = async (kind: JsonObject, old: JsonObject, object: JsonObject): Promise<string[]> => {
  const { blame, answer } = await explained({
    manifests: "",
    object: { ...kind, ...object },
    old: { ...kind, ...old },
  });
  expect(answer.message).toBe("");
  return (blame?.fields ?? []).map(({ path, value }) => `${path}=${String(value)}`);
};
const metadata = (more: JsonObject): JsonObject => ({ name: "a", namespace: "shop", ...more });
const deployment = (containers: JsonObject[]): JsonObject => ({
  metadata: metadata({}),
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers } },
  },
});

test("an update from two manifests removes finalizers", async () => {
  const kind = { apiVersion: "v1", kind: "ConfigMap" };
  const old = { metadata: metadata({ finalizers: ["a.io/x", "a.io/y"] }) };
  const fields = await update(kind, old, { metadata: metadata({ finalizers: ["a.io/y"] }) });
  expect(fields).toContain("/metadata/finalizers/0=a.io/y");
  expect(fields.join()).not.toContain("a.io/x");
});

test("an update from two manifests removes containers and variables, and keeps the others", async () => {
  const env = [
    { name: "ONE", value: "1" },
    { name: "TWO", value: "2" },
  ];
  const fields = await update(
    { apiVersion: "apps/v1", kind: "Deployment" },
    deployment([
      { name: "web", image: "web:1", env },
      { name: "side", image: "side:1" },
    ]),
    deployment([{ name: "web", image: "web:2", env: env.slice(1) }]),
  );
  const text = fields.join();
  expect(text).toContain("/containers/0/image=web:2");
  expect(text).toContain("/containers/0/env/0/name=TWO");
  expect(text).not.toMatch(/side|ONE/);
});
