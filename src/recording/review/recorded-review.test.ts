import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { recordedReview } from "./recorded-review.ts";

const TIME = "2026-01-01T00:00:00Z";
const REVIEW: JsonObject = {
  uid: "u",
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "configmaps" },
  namespace: "demo",
  userInfo: { username: "jane", groups: ["a"] },
  object: {
    kind: "ConfigMap",
    metadata: { name: "c", uid: "x", creationTimestamp: TIME, managedFields: [] },
    data: { a: "b" },
  },
  options: { kind: "CreateOptions" },
};

describe("recordedReview", () => {
  test("recordedReview takes a create as it was sent, and as admitted so far", () => {
    expect(recordedReview(REVIEW, TIME)).toMatchObject({
      id: "u",
      time: TIME,
      name: "c",
      namespace: "demo",
      user: { username: "jane", groups: ["a"] },
      object: { metadata: { name: "c" }, data: { a: "b" } },
      oldObject: null,
      decision: { allowed: true, code: 201, result: { metadata: { uid: "x" } } },
    });
    expect(recordedReview(REVIEW, TIME)?.object?.metadata).toEqual({ name: "c" });
  });

  test("recordedReview takes an update with the version that was stored", () => {
    const oldObject = { kind: "ConfigMap", metadata: { name: "c", resourceVersion: "5", uid: "x" } };
    const request = recordedReview({ ...REVIEW, operation: "UPDATE", name: "c", oldObject }, TIME);
    expect(request?.object?.metadata).toEqual({ name: "c", resourceVersion: "5" });
    expect(request?.oldObject).toEqual(oldObject);
    expect(request?.decision.code).toBe(200);
  });

  test("recordedReview takes deletes, connects and namespaces", () => {
    const deleted = recordedReview({ ...REVIEW, operation: "DELETE", object: null }, TIME);
    expect(deleted).toMatchObject({ object: null, decision: { result: null } });
    const options = { kind: "PodExecOptions", command: ["sh"], stdin: true };
    const connect = recordedReview({ ...REVIEW, operation: "CONNECT", object: options }, TIME);
    expect(connect).toMatchObject({ object: null, parameters: { stdin: "true" } });
    const resource = { group: "", version: "v1", resource: "namespaces" };
    expect(recordedReview({ ...REVIEW, resource, namespace: "demo" }, TIME)?.namespace).toBe("");
  });

  test.each<[string, JsonObject]>([
    ["nothing", {}],
    ["another operation", { ...REVIEW, operation: "READ" }],
    ["no resource", { ...REVIEW, resource: { version: "v1" } }],
    ["texts for objects", { ...REVIEW, resource: "configmaps" }],
  ])("recordedReview takes no %s", (_what, review) => {
    expect(recordedReview(review, TIME)).toBeUndefined();
  });
});
