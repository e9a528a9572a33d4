import { expect, test } from "vitest";
import type { Source } from "../../../storage/copy/places.ts";
import { checkStore } from "./check-store.ts";

/** A store that holds these objects, or bytes, under these keys; each is written at its own revision. */
function storeOf(contents: Readonly<Record<string, unknown>>, form: Source["form"] = "bare"): Source {
  const items = Object.entries(contents).map(([key, value], i) => ({
    key,
    revision: i + 2,
    bytes: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
  }));
  return {
    name: "lmdb:/here",
    form,
    keyPrefix: "/registry/",
    inUse: async () => undefined,
    space: async () => ({}),
    read: async () => ({
      revision: items.length + 1,
      count: items.length,
      async *pages() {
        yield items;
      },
      close: () => {},
    }),
    close: async () => {},
  };
}

const check = (contents: Readonly<Record<string, unknown>>, form?: Source["form"]) =>
  checkStore(storeOf(contents, form), () => {});

const pod = (namespace: string, name: string, more: object = {}) => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: { namespace, name, uid: `${namespace}-${name}`, ...more },
});

const service = (name: string, spec: object) => ({
  kind: "Service",
  apiVersion: "v1",
  metadata: { namespace: "a", name, uid: name },
  spec,
});

const definition = (plural: string, scope: string) => ({
  kind: "CustomResourceDefinition",
  apiVersion: "apiextensions.k8s.io/v1",
  metadata: { name: `${plural}.a.io`, uid: plural },
  spec: { group: "a.io", scope, names: { plural } },
});

const widget = (name: string, namespace?: string) => ({
  kind: "Widget",
  apiVersion: "a.io/v1",
  metadata: { name, namespace, uid: name },
});

test("checkStore finds nothing wrong with a good store, and counts it by resource", async () => {
  const report = await check({
    "/registry/a.io/gadgets/g": widget("g"),
    "/registry/a.io/widgets/a/w": widget("w", "a"),
    "/registry/apiextensions.k8s.io/customresourcedefinitions/gadgets.a.io": definition("gadgets", "Cluster"),
    "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.a.io": definition(
      "widgets",
      "Namespaced",
    ),
    "/registry/gone.io/things/a/t": { ...widget("t", "a"), apiVersion: "gone.io/v1" },
    "/registry/pods/a/x": pod("a", "x"),
    "/registry/pods/b/x": pod("b", "x"),
    "/registry/ranges/servicenodeports": { kind: "RangeAllocation", apiVersion: "v1", metadata: {} },
    "/registry/services/specs/a/s": service("s", {
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      ports: [{ nodePort: 30000 }, { nodePort: 30000, protocol: "UDP" }],
    }),
    "/registry/services/specs/a/headless": service("headless", { clusterIP: "None", clusterIPs: ["None"] }),
    "/registry/services/specs/a/headless2": service("headless2", { clusterIP: "None", clusterIPs: ["None"] }),
  });
  expect(report.problems).toEqual([]);
  expect(report.notes).toEqual([]);
  expect(report.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(report.resources).toEqual({
    "customresourcedefinitions.apiextensions.k8s.io": 2,
    "gadgets.a.io": 1,
    "gone.io/things": 1,
    pods: 2,
    ranges: 1,
    services: 3,
    "widgets.a.io": 1,
  });
});

const problems: readonly { name: string; contents: Record<string, unknown>; expected: object[] }[] = [
  {
    name: "bytes that are no JSON",
    contents: { "/registry/pods/a/x": '{"kind":' },
    expected: [{ kind: "unreadable", key: "/registry/pods/a/x" }],
  },
  {
    name: "protobuf",
    contents: { "/registry/pods/a/x": "k8s\u0000x" },
    expected: [{ kind: "unreadable", message: expect.stringContaining("is not stored as JSON") }],
  },
  {
    name: "what is no object",
    contents: { "/registry/pods/a/x": { metadata: { name: "x" } } },
    expected: [{ kind: "unreadable", message: expect.stringContaining("no apiVersion and kind") }],
  },
  {
    name: "a key with another name",
    contents: { "/registry/pods/a/y": pod("a", "x") },
    expected: [{ kind: "wrongKey", message: expect.stringContaining("/registry/pods/a/x") }],
  },
  {
    name: "a key with another namespace",
    contents: { "/registry/pods/b/x": pod("a", "x") },
    expected: [{ kind: "wrongKey", message: expect.stringContaining("/registry/pods/a/x") }],
  },
  {
    name: "an object without its namespace",
    contents: { "/registry/pods/a/x": { ...pod("a", "x"), metadata: { name: "x" } } },
    expected: [{ kind: "wrongKey" }],
  },
  {
    name: "a key of an unknown resource that does not end as it should",
    contents: { "/registry/gone.io/things/a/y": widget("t", "a") },
    expected: [{ kind: "wrongKey", message: expect.stringContaining("/registry/gone.io/things/a/t") }],
  },
  {
    name: "the same UID twice",
    contents: {
      "/registry/pods/a/x": pod("a", "x"),
      "/registry/pods/a/y": pod("a", "y", { uid: "a-x" }),
    },
    expected: [{ kind: "duplicateUID", key: "/registry/pods/a/y" }],
  },
  {
    name: "the same cluster address and node port twice",
    contents: {
      "/registry/services/specs/a/s": service("s", {
        clusterIPs: ["10.0.0.1"],
        ports: [{ nodePort: 30001 }],
      }),
      "/registry/services/specs/a/t": service("t", {
        clusterIPs: ["10.0.0.1"],
        healthCheckNodePort: 30001,
      }),
    },
    expected: [
      {
        kind: "duplicateAddress",
        message: "clusterIP 10.0.0.1 is also that of /registry/services/specs/a/s",
      },
      { kind: "duplicateAddress", message: "nodePort 30001 is also that of /registry/services/specs/a/s" },
    ],
  },
];
test.each(problems)("checkStore finds $name", async ({ contents, expected }) => {
  const report = await check(contents);
  expect(report.problems).toMatchObject(expected);
  expect(report.problems).toHaveLength(expected.length);
});

test("checkStore compares the revision in an object with that of its write", async () => {
  const report = await check(
    {
      "/registry/pods/a/x": pod("a", "x", { resourceVersion: "2" }),
      "/registry/pods/a/y": pod("a", "y", { resourceVersion: "7" }),
    },
    "sealed",
  );
  expect(report.problems).toMatchObject([{ kind: "wrongRevision", key: "/registry/pods/a/y" }]);
});

test("checkStore has no digest for a store that cannot be read whole, and counts what it could not read", async () => {
  const report = await check({ "/registry/pods/a/x": "{" });
  expect([report.digest, report.objects, report.resources]).toEqual([undefined, 1, { unreadable: 1 }]);
});

test("checkStore mentions owners that are gone, which is no fault", async () => {
  const owned = (uid: string) => ({ ownerReferences: [{ uid, kind: "Pod", name: "o", apiVersion: "v1" }] });
  const report = await check({
    "/registry/pods/a/x": pod("a", "x", owned("a-y")),
    "/registry/pods/a/y": pod("a", "y", owned("nobody")),
  });
  expect(report.problems).toEqual([]);
  expect(report.notes).toMatchObject([{ kind: "missingOwner", key: "/registry/pods/a/y" }]);
});
