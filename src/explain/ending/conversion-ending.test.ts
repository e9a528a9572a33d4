import { expect, onTestFinished, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { createRecentRequests } from "../recent/recent-requests.ts";

const version = (name: string): JsonObject => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: { type: "object" } },
});
const widget = (apiVersion: string, name: string): JsonObject => ({
  apiVersion,
  kind: "Widget",
  metadata: { name },
});

test.each([
  ["GET", "/a", 500, "v1"],
  ["GET", "", 429, "v1"],
  ["GET", "?limit=5", 500, "v1"],
  ["DELETE", "/a", 500, "v1"],
  ["POST", "", 500, "v2"],
])("%s %j: the conversion webhook is the cause", async (method, path, code, from) => {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  onTestFinished(() => api.stop());
  await api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.a.io" },
    spec: {
      group: "a.io",
      names: { plural: "widgets", kind: "Widget" },
      scope: "Namespaced",
      versions: [version("v1"), version("v2")],
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: { url: "https://127.0.0.1:1/" }, conversionReviewVersions: ["v1"] },
      },
    },
  });
  const all = (name: string): string => `/apis/a.io/${name}/namespaces/default/widgets`;
  await api.ask("POST", all("v1"), widget("a.io/v1", "a"));
  const body = method === "POST" ? [JSON.stringify(widget("a.io/v2", "b"))] : [undefined];
  await api.ask(method, all("v2") + path, ...body, { "content-type": "application/json", "audit-id": "x" });
  const explanation = recent.explain("x", api.cluster, { username: "admin", groups: ["system:masters"] });
  expect(explanation?.answer.code).toBe(code);
  expect(explanation?.findings[0]).toMatchObject({
    code: "call-failed",
    of: "CustomResourceDefinition/widgets.a.io",
    at: "/spec/conversion/webhook/clientConfig",
    message: `the object cannot be converted to another version: conversion webhook for a.io/${from}, Kind=Widget failed: Post "https://127.0.0.1:1/?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused`,
  });
});
