import { DEFINITION_KINDS } from "./definitions.mjs";
import { asYaml } from "./encodings.mjs";
import { OBJECT_KINDS } from "./objects.mjs";
import { POD_KINDS } from "./pods.mjs";
import { many, members, path } from "./shapes.mjs";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";

const MAPS = path("v1", "configmaps");
const LONGEST = `${MAPS}/longest`;
const small = { path: MAPS, body: { metadata: { name: "longest" }, data: { a: "b" } } };

const ALL = { ...OBJECT_KINDS, ...POD_KINDS, ...DEFINITION_KINDS };
const named = ({ path: at, body }) => `${at}/${body.metadata.name}`;

/** A PUT of an object over itself with another label. The whole object is validated against the stored one. */
const put = (name) => [
  `${name}, replaced`,
  () => {
    const made = ALL[name]();
    const body = { ...made.body, metadata: { ...made.body.metadata } };
    body.metadata.labels = { ...body.metadata.labels, changed: "1" };
    return { before: [made], method: "PUT", path: named(made), body };
  },
];
const replaced = (name, other) => [
  `${name}, replaced by other items`,
  () => {
    const made = ALL[name]();
    return { before: [made], method: "PUT", path: named(made), body: { ...made.body, ...other() } };
  },
];
const applied = (name, inYaml = false) => [
  `${name}, applied${inYaml ? " in YAML" : ""}`,
  () => {
    const made = ALL[name]();
    const { body } = inYaml ? asYaml(() => made)() : made;
    return { method: "PATCH", path: `${named(made)}?fieldManager=a&force=true`, type: APPLY, body };
  },
];
/** Two applies of another manager, so that its old fields are compared with its new ones. */
const appliedAgain = (name) => [
  `${name}, applied again by another manager`,
  () => {
    const [, make] = applied(name);
    const made = make();
    const first = { ...made, body: storable(made.body) };
    return { before: [first], ...first, path: first.path.replace("=a&", "=b&") };
  },
];
/** The object with smaller lists and maps, so that it can be stored with the managed fields of two managers. */
function storable(value) {
  if (typeof value !== "object" || value === null) return value;
  const all = Object.entries(value);
  const kept = all.length > 1000 ? all.slice(0, all.length * 0.4) : all;
  const members = kept.map(([key, member]) => [key, storable(member)]);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
const deleted = (name) => [
  `${name}, deleted`,
  () => {
    const made = ALL[name]();
    return { before: [made], method: "DELETE", path: named(made), body: "" };
  },
];
const patched = (name, type, before, patch) => [
  name,
  () => {
    const made = before();
    return { before: [made], method: "PATCH", path: named(made), type, body: patch(made.body) };
  },
];

const operations = (item) => Array.from({ length: 10_000 }, (_, i) => item(i));
const SMALL_KEYS = OBJECT_KINDS["config map, small keys"];
const keys = members((i) => [`k${i}`, "v"]);
const env = (body) => body.spec.template.spec.containers[0].env;
const DEPLOYMENT = OBJECT_KINDS["deployment, environment"];
const containers = (list) => ({ spec: { template: { spec: { containers: [{ name: "c", ...list }] } } } });

/** Changes of objects of 3 MB, and changes of 3 MB. */
export const CHANGE_KINDS = Object.fromEntries([
  ...[
    "config map, small keys",
    "config map, labels",
    "config map, finalizers",
    "config map, managed fields",
    "secret, small keys",
    "endpoints, addresses",
    "deployment, environment",
    "pod, environment",
    "pod, volumes",
    "pod, tolerations",
    "service, ports",
    "role, rules",
    "network policy, rules",
    "mutating webhooks",
    "definition, properties",
    "custom, list of type map",
    "custom, map",
    "custom, preserved fields",
    "custom, set",
    "custom, items with rules",
  ].map(put),
  replaced("config map, small keys", () => ({ data: members((i) => [`l${i}`, "v"]) })),
  replaced("custom, list of type map", () => ({ spec: { entries: many((i) => ({ name: `m${i}` })) } })),
  ...[
    "config map, small keys",
    "config map, labels",
    "config map, finalizers",
    "pod, environment",
    "pod, containers",
    "deployment, environment",
    "role, rules",
    "custom, list of type map",
    "custom, set",
    "custom, set of one value",
    "custom, list of type map with one key",
    "custom, map",
    "custom, preserved fields",
    "definition, properties",
  ].map((name) => applied(name)),
  ...["config map, small keys", "pod, environment", "custom, list of type map"].map((name) =>
    applied(name, true),
  ),
  ...["config map, small keys", "deployment, environment", "custom, list of type map", "custom, set"].map(
    appliedAgain,
  ),
  ...[
    "config map, small keys",
    "deployment, environment",
    "custom, list of type map",
    "definition, properties",
  ].map(deleted),
  patched("JSON patch, 10,000 additions to a great object", JSON_PATCH, SMALL_KEYS, () =>
    operations((i) => ({ op: "add", path: `/data/n${i}`, value: "v" })),
  ),
  patched("JSON patch, 10,000 tests of a great object", JSON_PATCH, SMALL_KEYS, () =>
    operations(() => ({ op: "test", path: "/data", value: { a: "b" } })),
  ),
  patched(
    "JSON patch, 10,000 copies",
    JSON_PATCH,
    () => small,
    () => operations((i) => ({ op: "copy", from: "/data/a", path: `/data/n${i}` })),
  ),
  patched("JSON patch, 10,000 removals from a list", JSON_PATCH, DEPLOYMENT, () =>
    operations(() => ({ op: "remove", path: "/spec/template/spec/containers/0/env/0" })),
  ),
  patched("JSON patch, 10,000 insertions into a list", JSON_PATCH, DEPLOYMENT, () =>
    operations((i) => ({
      op: "add",
      path: "/spec/template/spec/containers/0/env/0",
      value: { name: `N${i}` },
    })),
  ),
  patched("JSON patch, 10,000 moves in a list", JSON_PATCH, DEPLOYMENT, () =>
    operations((i) => ({
      op: "move",
      from: `/spec/template/spec/containers/0/env/${i}`,
      path: "/spec/template/spec/containers/0/env/0",
    })),
  ),
  patched(
    "JSON patch, too many operations",
    JSON_PATCH,
    () => small,
    () => many((i) => ({ op: "add", path: `/data/n${i}`, value: "v" })),
  ),
  patched(
    "JSON patch, one great value",
    JSON_PATCH,
    () => small,
    () => [{ op: "add", path: "/data", value: keys }],
  ),
  patched(
    "JSON patch, one long path",
    JSON_PATCH,
    () => small,
    () => [{ op: "add", path: "/a".repeat(1_500_000), value: "v" }],
  ),
  patched(
    "merge patch, small keys",
    MERGE,
    () => small,
    () => ({ data: keys }),
  ),
  patched("merge patch, all other keys", MERGE, SMALL_KEYS, () => ({ data: members((i) => [`n${i}`, "v"]) })),
  patched("merge patch, removals", MERGE, SMALL_KEYS, () => ({ data: members((i) => [`k${i}`, null]) })),
  patched("merge patch, one label of a great object", MERGE, SMALL_KEYS, () => ({
    metadata: { labels: { a: "b" } },
  })),
  patched(
    "merge patch, managed fields",
    MERGE,
    () => small,
    () => ({
      metadata: { managedFields: OBJECT_KINDS["config map, managed fields"]().body.metadata.managedFields },
    }),
  ),
  patched(
    "merge patch, unknown fields",
    MERGE,
    () => small,
    () => members((i) => [`u${i}`, 1]),
  ),
  patched(
    "merge patch, wrong types",
    MERGE,
    () => small,
    () => ({ data: members((i) => [`k${i}`, 1]) }),
  ),
  patched("strategic patch, other items of a list", STRATEGIC, DEPLOYMENT, () =>
    containers({ env: many((i) => ({ name: `N${i}`, value: "w" })) }),
  ),
  patched("strategic patch, the same items of a list", STRATEGIC, DEPLOYMENT, (body) =>
    containers({ env: env(body).map(({ name }) => ({ name, value: "w" })) }),
  ),
  patched("strategic patch, deletions", STRATEGIC, DEPLOYMENT, (body) =>
    containers({
      env: env(body)
        .map(({ name }) => ({ name, $patch: "delete" }))
        .slice(0, 60_000),
    }),
  ),
  patched("strategic patch, order", STRATEGIC, DEPLOYMENT, (body) =>
    containers({
      "$setElementOrder/env": env(body)
        .map(({ name }) => ({ name }))
        .reverse(),
    }),
  ),
  patched("strategic patch, finalizers", STRATEGIC, OBJECT_KINDS["config map, finalizers"], () => ({
    metadata: { finalizers: many((i) => `a.b/d${i}`) },
  })),
  patched(
    "strategic patch, finalizers deleted",
    STRATEGIC,
    OBJECT_KINDS["config map, finalizers"],
    ({ metadata }) => ({
      metadata: { "$deleteFromPrimitiveList/finalizers": metadata.finalizers },
    }),
  ),
  [
    "delete, a body of 3 MB",
    () => ({ before: [small], method: "DELETE", path: LONGEST, body: members((i) => [`u${i}`, 1]) }),
  ],
  [
    "delete collection, a body of 3 MB",
    () => ({ before: [small], method: "DELETE", path: MAPS, body: members((i) => [`u${i}`, 1]) }),
  ],
]);
