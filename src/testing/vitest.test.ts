import { expect, test } from "vitest";
import "./vitest.ts";
import { createCluster } from "./index.ts";

const pod = (image: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { containers: [{ name: "web", image }] },
});

test("one import gives expect the matchers and their types", async () => {
  const cluster = await createCluster();
  const allowed = await cluster.create(pod("web:1"));
  expect(allowed).toBeAllowed();
  expect(() => expect(allowed).toBeDenied()).toThrow();
  await cluster.close();
});
