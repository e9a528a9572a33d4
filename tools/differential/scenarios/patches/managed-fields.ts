import type { Json } from "../../../../src/json/value.ts";
import { type Members, Scenario } from "../scenario.ts";

const MAPS = "/api/v1/namespaces/{{ns}}/configmaps";
const LAST = "kubectl.kubernetes.io/last-applied-configuration";
const map = (name: string, data: Members, metadata: Members = {}): Members => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data,
});
const by = (manager: string): [string, string][] => [["fieldManager", manager]];

/** More writers than have a place of their own: the oldest are joined. */
export function writers(): Scenario {
  const s = new Scenario("managed-writers");
  s.post(MAPS, map("a", { first: "1" }), by("creator"));
  for (let i = 0; i < 14; i++) {
    s.patch("merge", `${MAPS}/a`, { data: { [`k${i}`]: "v" } }, by(`writer-${10 + i}`));
    if (i % 4 === 3) s.apply(`${MAPS}/a`, map("a", { [`a${i}`]: "v" }), `applier-${i}`);
  }
  return s;
}

/** Objects of `kubectl apply` that are then applied by the server. */
export function migrated(): Scenario {
  const s = new Scenario("managed-migrated");
  const applied = (data: Members, more: Members = {}): string =>
    `${JSON.stringify({ apiVersion: "v1", data, kind: "ConfigMap", metadata: { annotations: {}, name: "NAME", namespace: "{{ns}}" }, ...more })}\n`;
  const annotations: (string | undefined)[] = [
    applied({ a: "1", b: "2" }),
    applied({ a: "1" }),
    applied({ a: "old", b: "2" }),
    applied({ a: "1", b: "2", unknown: "3" }),
    applied({ a: "1", b: "2" }, { unknownField: 1 }),
    applied({ a: "1", b: "2" }, { apiVersion: "v2" }),
    applied({ a: "1", b: "2" }, { kind: "Secret" }),
    applied({ a: 1, b: 2 }),
    "{}",
    "[]",
    "not json",
    "null",
    "",
    undefined,
  ];
  for (const [i, annotation] of annotations.entries()) {
    const name = `m${i}`;
    const metadata =
      annotation === undefined ? {} : { annotations: { [LAST]: annotation.replace("NAME", name) } };
    s.post(MAPS, map(name, { a: "1", b: "2" }, metadata), by("kubectl-client-side-apply"));
    s.apply(`${MAPS}/${name}`, map(name, { a: "1", b: "changed" }), "kubectl");
    s.apply(`${MAPS}/${name}`, map(name, { a: "1" }), "kubectl");
    s.patch("merge", `${MAPS}/${name}`, { data: { b: "edited" } }, by("kubectl-edit"));
    s.apply(`${MAPS}/${name}`, map(name, { b: "3" }), "kubectl");
    s.apply(`${MAPS}/${name}`, map(name, { a: "4", b: "5" }), "kubectl", true);
    s.apply(`${MAPS}/${name}`, map(name, { c: "6" }, { annotations: { x: "y" } }), "kubectl");
  }
  const big = "x".repeat(200_000);
  s.post(
    MAPS,
    map("big", { a: "1" }, { annotations: { [LAST]: applied({ a: "1" }) } }),
    by("kubectl-client-side-apply"),
  );
  s.apply(`${MAPS}/big`, map("big", { a: "1", b: big, c: big }), "kubectl");
  return s;
}

const ENTRY: Members = {
  manager: "m",
  operation: "Update",
  apiVersion: "v1",
  time: "2020-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:a": {} } },
};

/** Values of `managedFields` that clients may send. */
const ENTRIES: readonly Json[] = [
  null,
  [],
  [{}],
  [ENTRY],
  [{ ...ENTRY, manager: "" }],
  [{ ...ENTRY, manager: "x".repeat(129) }],
  [{ ...ENTRY, manager: "a\nb" }],
  [{ ...ENTRY, operation: "Apply" }],
  [{ ...ENTRY, operation: "Other" }],
  [{ ...ENTRY, operation: "" }],
  [{ ...ENTRY, apiVersion: "" }],
  [{ ...ENTRY, apiVersion: "v2" }],
  [{ ...ENTRY, apiVersion: "a/b/c" }],
  [{ ...ENTRY, fieldsType: "" }],
  [{ ...ENTRY, fieldsType: "FieldsV2" }],
  [{ ...ENTRY, fieldsV1: null }],
  [{ ...ENTRY, fieldsV1: {} }],
  [{ ...ENTRY, fieldsV1: { a: {} } }],
  [{ ...ENTRY, fieldsV1: { "f:data": 5 } }],
  [{ ...ENTRY, fieldsV1: { "f:data": { "x:a": {} } } }],
  [{ ...ENTRY, fieldsV1: { "k:{bad": {} } }],
  [{ ...ENTRY, fieldsV1: { "k:{}": {} } }],
  [{ ...ENTRY, fieldsV1: { "v:1": {}, "i:0": {}, "i:x": {}, ".": {} } }],
  [{ ...ENTRY, fieldsV1: { "f:data": { ".": {}, "f:none": {} }, "f:unknown": { "f:x": {} } } }],
  [{ ...ENTRY, fieldsV1: [] }],
  [{ ...ENTRY, fieldsV1: "x" }],
  [{ ...ENTRY, time: null }],
  [{ ...ENTRY, time: "bad" }],
  [{ ...ENTRY, time: "2020-01-01T00:00:00.123456Z" }],
  [{ ...ENTRY, subresource: "status" }],
  [{ ...ENTRY, subresource: "x".repeat(300) }],
  [ENTRY, ENTRY],
  [ENTRY, { ...ENTRY, time: "2021-01-01T00:00:00Z", fieldsV1: { "f:data": { "f:b": {} } } }],
  [ENTRY, { ...ENTRY, manager: "n" }, { ...ENTRY, operation: "Apply" }, { ...ENTRY, subresource: "status" }],
  [{ ...ENTRY, unknown: 1 }],
  ["x"],
  {},
  "x",
];

/** Each list in a create, an update, a patch, and a patch that is a dry run of an apply. */
export function given(): Scenario {
  const s = new Scenario("managed-given");
  s.post(MAPS, map("g", { a: "1", b: "2" }), by("creator"));
  for (const [i, managedFields] of ENTRIES.entries()) {
    s.post(MAPS, map(`n${i}`, { a: "1", b: "2" }, { managedFields }), [...by("creator"), ["dryRun", "All"]]);
    s.put(`${MAPS}/g`, map("g", { a: "1", b: "3" }, { managedFields }), [...by("putter"), ["dryRun", "All"]]);
    s.patch("merge", `${MAPS}/g`, { metadata: { managedFields } }, [["dryRun", "All"], ...by("patcher")]);
    // An invalid time causes an internal error in Go.
    if (JSON.stringify(managedFields)?.includes('"time":"bad"')) continue;
    s.apply(`${MAPS}/g`, map("g", { z: "1" }, { managedFields }), "applier", true, [["dryRun", "All"]]);
    s.patch("merge", `${MAPS}/g`, { metadata: { managedFields }, data: { [`k${i}`]: "x" } }, by("patcher"));
  }
  return s;
}

/** Names of managers: from the query, from the user agent, or from neither. */
export function names(): Scenario {
  const s = new Scenario("managed-names");
  const agents = [
    "kubectl/v1.30 (linux)",
    "",
    "/x",
    "a b/c",
    "Mozilla/5.0 (X11)",
    "é/1",
    `${"x".repeat(200)}/1`,
    "a\tb/1",
    "日本/1",
  ];
  for (const [i, agent] of agents.entries()) {
    const headers = { "user-agent": Buffer.from(agent).toString("latin1") };
    s.post(MAPS, map(`u${i}`, { a: "1" }), [], { headers });
    s.send(
      "PATCH",
      `${MAPS}/u${i}`,
      { data: { b: "2" } },
      { headers: { ...headers, "content-type": "application/merge-patch+json" } },
    );
  }
  for (const manager of ["", " ", "a b", "x".repeat(128), "x".repeat(129), "é", "a\u0007b", "a\nb", "日本"]) {
    s.post(MAPS, { metadata: { generateName: "q-" }, data: {} }, [
      ["fieldManager", manager],
      ["dryRun", "All"],
    ]);
  }
  return s;
}
