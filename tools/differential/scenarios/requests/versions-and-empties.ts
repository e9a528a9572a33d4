import { CRDS, DRY, NS, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const BOATS = `/apis/${GROUP}/v1/namespaces/{{ns}}/boats`;

const integers = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])),
});
const version = (name: string, storage: boolean, served = true) => ({
  name,
  storage,
  served,
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: integers("sails", "replicas"), status: integers("replicas") },
    },
  },
  subresources: {
    status: {},
    scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
  },
});
const boat = (apiVersion: unknown, name: string, spec: object) => ({
  apiVersion,
  kind: "Boat",
  metadata: { name },
  spec,
});

/** Bodies and patches of a custom resource with another version, and its scale. */
export function otherVersions(): Scenario {
  const s = new Scenario("custom-other-versions");
  s.post(CRDS, {
    metadata: { name: `boats.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [version("v1", true), version("v2", false), version("v3", false, false)],
    },
  });
  s.removes(`${CRDS}/boats.${GROUP}`);
  s.until(BOATS);
  s.post(BOATS, boat(`${GROUP}/v1`, "a", { sails: 1 }));
  const scale = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "a" },
    spec: { replicas: 8 },
  };
  s.apply(`${BOATS}/a/scale`, scale, "m");
  s.patch("merge", `${BOATS}/a/scale`, { spec: { replicas: 0 } });
  const said = [`${GROUP}/v2`, `${GROUP}/v3`, `${GROUP}/v9`, "x/v1", "v1", "a/b/c", "", 5];
  for (const sub of ["", "/status"])
    for (const apiVersion of said) {
      for (const validation of ["Ignore", "Warn", "Strict"]) {
        const query: [string, string][] = [["fieldValidation", validation]];
        s.patch("merge", `${BOATS}/a${sub}`, { apiVersion, foo: 1, spec: { oars: 1 } }, query);
        s.patch(
          "json",
          `${BOATS}/a${sub}`,
          [{ op: "replace", path: "/apiVersion", value: apiVersion }],
          query,
        );
      }
      const strict: [string, string][] = [["fieldValidation", "Strict"]];
      s.post(BOATS, boat(apiVersion, "b", { oars: 1 }), strict);
      s.apply(`${BOATS}/a${sub}`, boat(apiVersion, "a", { sails: 2 }), "m", true);
    }
  return s;
}

const POLICIES = "/apis/networking.k8s.io/v1/namespaces/{{ns}}/networkpolicies";
const SPECS = [
  { egress: [], ingress: [] },
  { podSelector: { matchLabels: {} }, policyTypes: [] },
  { ingress: [{}] },
  { ingress: [{ from: [] }] },
  {
    ingress: [{ from: [{ namespaceSelector: {} }, { podSelector: { matchExpressions: [] } }], ports: [{}] }],
  },
];

/** Empty lists and maps that the reference distinguishes from absent ones. */
export function emptyLists(): Scenario {
  const s = new Scenario("empty-lists");
  for (const [i, more] of SPECS.entries()) {
    const spec = { podSelector: {}, ...more };
    const path = `${POLICIES}/n${i}`;
    const body = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: `n${i}` },
      spec,
    };
    s.post(POLICIES, body);
    s.put(path, body);
    s.put(path, { ...body, metadata: { name: `n${i}`, labels: { c: "d" } } }, DRY);
    for (const manager of ["a", "a", "b"]) s.apply(path, body, manager, true);
    s.patch("merge", path, { metadata: { labels: { a: "b" } } });
    for (const type of ["merge", "strategic"] as const) s.patch(type, path, { spec });
    s.patch("json", path, [{ op: "add", path: "/spec", value: spec }]);
    s.get(path);
  }
  return s;
}

/** A dry run with a resourceVersion in the object. */
export function dryVersions(): Scenario {
  const s = new Scenario("dry-versions");
  for (const resourceVersion of ["5", "0", "x", ""])
    for (const query of [DRY, []]) {
      const metadata = { name: "a", resourceVersion };
      const applied = { apiVersion: "v1", kind: "ConfigMap", metadata };
      s.post(`${NS}/configmaps`, { metadata }, query);
      s.put(`${NS}/configmaps/a`, { metadata }, query);
      s.apply(
        `${NS}/configmaps/b`,
        { ...applied, metadata: { name: "b", resourceVersion } },
        "m",
        true,
        query,
      );
      s.delete(`${NS}/configmaps/a`, { preconditions: { resourceVersion } }, query);
    }
  return s;
}
