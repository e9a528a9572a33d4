import { expect, test } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import { blameLines, writerText } from "./blame-lines.ts";
import type { Blame, FieldWriter } from "./field-writer.ts";
import { storedBlame } from "./stored-blame.ts";

const STORED: KubeObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web",
    namespace: "demo",
    uid: "u-1",
    resourceVersion: "7",
    labels: { app: "web", team: "shop" },
    managedFields: [
      {
        manager: "kubectl",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:metadata": { "f:labels": { ".": {}, "f:app": {} } },
          "f:spec": { "f:containers": { 'k:{"name":"web"}': { ".": {}, "f:name": {}, "f:image": {} } } },
        },
      },
      {
        manager: "kubelet",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:01Z",
        fieldsType: "FieldsV1",
        subresource: "status",
        fieldsV1: { "f:status": { "f:phase": {} } },
      },
    ],
  },
  spec: {
    priority: 0,
    nodeName: "one",
    containers: [{ name: "web", image: "web:1" }, { name: "side" }],
  },
  status: { phase: "Running" },
};

const field = (path: string, value: string | number, by: FieldWriter) => ({ path, value, by });

const CREATED: Blame = {
  stored: true,
  lost: [],
  fields: [
    field("/metadata/labels/team", "shop", { kind: "policy", name: "teams" }),
    field("/metadata/uid", "another", { kind: "server", name: "" }),
    field("/spec/priority", 0, { kind: "plugin", name: "Priority" }),
    field("/spec/nodeName", "two", { kind: "webhook", name: "places", configuration: "places" }),
  ],
};

const written = (blame: Blame): string[] =>
  blameLines(blame).flatMap(({ text, by }) =>
    by === undefined ? [] : [`${text.trim()} # ${writerText(by)}`],
  );

test("a client could have sent what has a manager, without the status", () => {
  expect(storedBlame(STORED).sent).toEqual({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "web:1" }] },
  });
});

test("fields have their managers, or the writers of the same values in a new object", () => {
  expect(written(storedBlame(STORED).blame(CREATED))).toEqual([
    "apiVersion: v1 # client",
    "kind: Pod # client",
    "name: web # client",
    "namespace: demo # client",
    "uid: u-1 # server",
    'resourceVersion: "7" # server',
    "app: web # client kubectl",
    "team: shop # policy teams",
    "priority: 0 # plugin Priority",
    "nodeName: one # unknown",
    "- name: web # client kubectl",
    "image: web:1 # client kubectl",
    "- name: side # unknown",
    "phase: Running # client kubelet",
  ]);
});

test("without a new object, fields without a manager are unknown", () => {
  expect(written(storedBlame(STORED).blame(undefined))).toContain("team: shop # unknown");
});

const NUMBERS = Array.from({ length: 20_000 }, (_, number) => number);
/** A Service with ports and finalizers, and the managers that own them. */
function large(): KubeObject {
  const ports = NUMBERS.map((port) => ({ port, name: `p${port}` }));
  const finalizers = NUMBERS.map((number) => `example.com/${number}`);
  const elements = (key: (number: number) => string) =>
    Object.fromEntries(NUMBERS.map((number) => [key(number), {}]));
  const owned = (manager: string, fieldsV1: JsonObject) => ({
    manager,
    operation: "Apply" as const,
    fieldsV1,
  });
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "web",
      finalizers,
      managedFields: [
        owned("cleaner", {
          "f:metadata": { "f:finalizers": elements((number) => `v:"example.com/${number}"`) },
        }),
        owned("ports", {
          "f:spec": { "f:ports": elements((port) => `k:{"port":${port}}`) },
        }),
        // The protocol has its default, which is not in the object.
        owned("named", { "f:spec": { "f:ports": { 'k:{"port":7,"protocol":"TCP"}': { "f:name": {} } } } }),
      ],
    },
    spec: { ports },
  };
}

test("items of long lists have their managers", () => {
  const { fields } = storedBlame(large()).blame(undefined);
  const by = Object.fromEntries(fields.map(({ path, by: { name } }) => [path, name]));
  expect(by["/metadata/finalizers/19999"]).toBe("cleaner");
  expect([by["/spec/ports/19999/port"], by["/spec/ports/7/name"]]).toEqual(["ports", "named"]);
});
