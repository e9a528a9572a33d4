import { expect, it, vi } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const at = (version: string): string => `/apis/example.com/${version}/namespaces/default/ports`;
const MERGE = { "content-type": "application/merge-patch+json" };

const integer = { type: "integer" };
const version = (replicas: string) => ({
  subresources: {
    status: {},
    scale: { specReplicasPath: `.spec.${replicas}`, statusReplicasPath: `.status.${replicas}` },
  },
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: { type: "object", properties: { [replicas]: integer, both: integer } },
        status: { type: "object", properties: { [replicas]: integer, phase: { type: "string" } } },
      },
    },
  },
});

const api = await clusterForTests();
await define(api, "Port", [version("size"), version("replicas")]);
await vi.waitFor(async () => expect((await api.ask("GET", at("v2"))).status).toBe(200));

const port = (name: string, spec: JsonObject) => ({
  apiVersion: "example.com/v1",
  kind: "Port",
  metadata: { name },
  spec,
});

// The answers are from kube-apiserver 1.36.3 (tools/differential/scenarios/custom/custom-converted.ts, renamed).
it("reads and writes a scale where the version of the URL has it", async () => {
  await api.ask("POST", at("v1"), port("a", { size: 3, both: 1 }));
  expect((await api.ask("GET", `${at("v1")}/a/scale`)).body.spec).toEqual({ replicas: 3 });
  const { status, body } = await api.ask("GET", `${at("v2")}/a/scale`);
  expect([status, body.message]).toEqual([
    500,
    'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
  ]);
  const scaled = await api.ask("PATCH", `${at("v2")}/a/scale`, { spec: { replicas: 5 } }, MERGE);
  expect([scaled.status, scaled.body.spec]).toEqual([200, {}]);
  expect((await api.ask("GET", `${at("v1")}/a`)).body.spec).toEqual({ both: 1 });
});

it("keeps of an object what the version knows through which its status is written", async () => {
  await api.ask("POST", at("v1"), port("b", { size: 3, both: 1 }));
  await api.ask("PATCH", `${at("v1")}/b/status`, { status: { size: 2 } }, MERGE);
  await api.ask("PATCH", `${at("v2")}/b/status`, { status: { phase: "up" } }, MERGE);
  const { spec, status } = (await api.ask("GET", `${at("v1")}/b`)).body;
  expect([spec, status]).toEqual([{ both: 1 }, { phase: "up" }]);
});

it("writes what the version knows through which it is removed, when a finalizer keeps it", async () => {
  const held = port("c", { size: 3, both: 1 });
  await api.ask("POST", at("v1"), { ...held, metadata: { name: "c", finalizers: ["example.com/x"] } });
  expect((await api.ask("DELETE", `${at("v2")}/c`)).status).toBe(200);
  expect((await api.ask("GET", `${at("v1")}/c`)).body.spec).toEqual({ both: 1 });
});
