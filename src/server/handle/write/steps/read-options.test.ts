import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const WRONG = "?fieldValidation=x";

const api = await clusterForTests();
await api.ask("POST", MAPS, { metadata: { name: "a" } });

test.each([
  ["POST", ""],
  ["PUT", "/a"],
])("%s: an unknown type is refused before options that are wrong", async (method, rest) => {
  const type = { "content-type": "text/plain" };
  expect((await api.ask(method, `${MAPS}${rest}${WRONG}`, { metadata: { name: "a" } }, type)).status).toBe(
    415,
  );
});

test.each([
  ["POST", "", "application/json"],
  ["PUT", "/a", "application/json"],
  ["PATCH", "/a", "application/merge-patch+json"],
])("%s: a body that is too long is refused before options that are wrong", async (method, rest, type) => {
  const long = { metadata: { name: "a" }, data: { a: "x".repeat(3_200_000) } };
  const { status } = await api.ask(method, `${MAPS}${rest}${WRONG}`, long, { "content-type": type });
  expect(status).toBe(413);
});

test("options that are wrong are refused before a body that cannot be understood", async () => {
  const { status, body } = await api.ask("POST", `${MAPS}${WRONG}`, { kind: "Nothing" });
  expect(status).toBe(422);
  expect(body.message).toMatch(/^CreateOptions\.meta\.k8s\.io "" is invalid: fieldValidation: /);
});
