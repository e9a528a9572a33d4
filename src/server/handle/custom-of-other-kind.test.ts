import { beforeEach, expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const API = "boats.example.com/v1";
const BOATS = `/apis/${API}/namespaces/default/boats`;
const properties = { spec: { type: "object", properties: { sails: { type: "integer", default: 1 } } } };
const OLDER = { type: "object", properties: { masts: { type: "integer", default: 2 } } };
const DEFINITION = definitionOf(
  "Boat",
  [
    { subresources: { status: {} }, schema: { openAPIV3Schema: { type: "object", properties } } },
    { name: "v1alpha1", schema: { openAPIV3Schema: { type: "object", properties: { spec: OLDER } } } },
  ],
  { group: "boats.example.com" },
);
const ship = (name: string, more: object = {}) => ({
  apiVersion: API,
  kind: "Ship",
  metadata: { name },
  ...more,
});
const merge = { "content-type": "application/merge-patch+json" };

const api = await reviewedClusterForTests();
await api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
await api.ask("POST", BOATS, { ...ship("old"), kind: "Boat" });
beforeEach(() => {
  api.answer(() => ({ allowed: true }));
  api.reviews();
});

const refusal = (name: string) =>
  `Ship.boats.example.com "${name}" is invalid: kind: Invalid value: "Ship": must be Boat`;

test.each([
  ["POST", BOATS, ship("a"), undefined, "a"],
  ["POST", BOATS, ship("Wrong_Name"), undefined, "Wrong_Name"],
  ["POST", `${BOATS}?fieldValidation=Strict`, ship("a", { mast: 1 }), undefined, "a"],
  ["PATCH", `${BOATS}/old`, { kind: "Ship" }, merge, "old"],
])(
  "%s %s of another kind is refused after the mutating webhooks have seen it",
  async (method, path, body, type, name) => {
    const answer = await api.ask(method, path, body, type);
    expect([answer.status, answer.body.message]).toEqual([422, refusal(name)]);
    const seen = api.reviews().map(({ hook, object }) => [hook, (object as JsonObject).kind]);
    expect(seen).toEqual([["m.example.com", "Boat"]]);
  },
);

test("an object of another kind is of the own one after a webhook has changed it", async () => {
  const patch = [{ op: "add", path: "/metadata/labels", value: { seen: "yes" } }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  const { status, body } = await api.ask("POST", BOATS, ship("b", { spec: {} }));
  expect([status, body.kind, body.spec]).toEqual([201, "Boat", { sails: 1 }]);
  expect(body.metadata).not.toHaveProperty("managedFields");
});

test("a webhook may make another kind of an object, which is refused then", async () => {
  const patch = [{ op: "replace", path: "/kind", value: "Ship" }];
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  const { status, body } = await api.ask("POST", BOATS, { ...ship("c"), kind: "Boat" });
  expect([status, body.message]).toEqual([422, refusal("c")]);
});

/** Creates a boat that the mutating webhook changes with this patch. */
async function patchedBoat(name: string, ...patch: JsonObject[]) {
  api.answer(({ hook }) => (hook === "m.example.com" ? { allowed: true, patch } : { allowed: true }));
  return api.ask("POST", BOATS, { ...ship(name, { spec: { sails: 3 } }), kind: "Boat" });
}

test("a webhook may write another version of an object, which gets the defaults there and is converted back", async () => {
  const { status, body } = await patchedBoat("older", {
    op: "replace",
    path: "/apiVersion",
    value: "boats.example.com/v1alpha1",
  });
  expect([status, body.apiVersion, body.kind]).toEqual([201, API, "Boat"]);
  expect(body.spec).toEqual({ sails: 3 });
});

test.each([
  [
    { op: "replace", path: "/apiVersion", value: "boats.example.com/v7" },
    "request to convert CR from an invalid group/version: boats.example.com/v7",
  ],
  [
    { op: "replace", path: "/apiVersion", value: "v1" },
    `/v1, Kind=Boat is unstructured and is not suitable for converting to "${API}"`,
  ],
  [
    { op: "remove", path: "/apiVersion" },
    `/, Kind=Boat is unstructured and is not suitable for converting to "${API}"`,
  ],
])("what a webhook says of the version that no boat has: %j", async (operation, message) => {
  const { status, body } = await patchedBoat("wrong", operation);
  expect([status, body.message, body.reason]).toEqual([500, message, undefined]);
});

test.each(["x", "boats.example.com"])(
  "of a long version in the group %s the beginning is told",
  async (group) => {
    const value = `${group}/${"v".repeat(100_000)}`;
    const { status, body } = await patchedBoat("long", { op: "replace", path: "/apiVersion", value });
    expect(status).toBe(500);
    expect(body.message).toContain(" more characters)");
  },
);

test("an object that has no kind after a webhook is not read", async () => {
  const { status, body } = await patchedBoat("none", { op: "remove", path: "/kind" });
  expect(status).toBe(500);
  expect(body.message).toMatch(/^Internal error occurred: Object 'Kind' is missing in '\{"apiVersion":/);
});

test("an update to another kind is refused, but not that of a status", async () => {
  const { body: old } = await api.ask("GET", `${BOATS}/old`);
  const sent = { ...old, kind: "Ship" };
  const refused = await api.ask("PUT", `${BOATS}/old`, sent);
  expect([refused.status, refused.body.message]).toEqual([422, refusal("old")]);
  const { status, body } = await api.ask("PUT", `${BOATS}/old/status`, sent);
  expect([status, body.kind]).toEqual([200, "Boat"]);
});
