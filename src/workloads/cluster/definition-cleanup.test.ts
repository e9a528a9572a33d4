import { afterAll, expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import { startControllers } from "../start-controllers.ts";

const CRD = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/boats.example.com";
const BOATS = "/apis/example.com/v1/namespaces/default/boats";
const api = await reviewedClusterForTests();
const host = { ...api.cluster, caBundle: "", eventTtlMs: 3_600_000 };
const controllers = await startControllers(host, ["none"], () => {});
afterAll(() => controllers.stop());

test("the objects of a definition go without webhooks, what is written to the definition does not", async () => {
  await api.ask("POST", CRD.replace(/\/[^/]*$/, ""), definitionOf("Boat"));
  expect((await api.ask("POST", BOATS, boat("a"))).status).toBe(201);
  expect((await api.ask("POST", BOATS, boat("b"))).status).toBe(201);
  api.reviews();
  await api.ask("DELETE", CRD);
  while ((await api.ask("GET", CRD)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 10));

  // The APIService of the group is deleted at the same time, and the webhooks are called for that, too.
  const asked = api
    .reviews()
    .filter(({ hook, name }) => hook === "v.example.com" && name !== "v1.example.com");
  const written = asked.map((review) => [review.operation, review.subResource, user(review)]);
  expect(written).toEqual([
    ["DELETE", undefined, "system:apiserver"],
    ["UPDATE", "status", "system:apiserver"],
    ["UPDATE", "status", "system:apiserver"],
  ]);
  expect(JSON.stringify(asked.at(-1)?.oldObject)).toContain('"manager":"kube-apiserver"');
});

const boat = (name: string) => ({ apiVersion: "example.com/v1", kind: "Boat", metadata: { name } });

const user = (review: Record<string, unknown>): string =>
  (review.userInfo as { readonly username: string }).username;
