import { PODS, podOf } from "../pods/pod-tables.ts";
import { DRY, NS, Scenario } from "../scenario.ts";

/** Tokens bound to objects that are there, that are not, and that belong to others. */
export function coreWritesTokens(): Scenario {
  const s = new Scenario("core-writes-tokens");
  const at = `${NS}/serviceaccounts/a/token`;
  const made = s.post(`${NS}/serviceaccounts`, { metadata: { name: "a" } });
  const pod = s.post(PODS, podOf({ spec: { serviceAccountName: "a" } }, "mine"));
  s.post(PODS, podOf({}, "others"));
  s.post(PODS, podOf({ spec: { serviceAccountName: "a", nodeName: "none" } }, "bound"));
  const secret = s.post(`${NS}/secrets`, { metadata: { name: "s" } });
  const ref = (kind: string, name: string, more: object = {}): object => ({
    boundObjectRef: { apiVersion: "v1", kind, name, ...more },
  });
  for (const spec of [
    ref("Pod", "mine"),
    ref("Pod", "mine", { uid: `{{=${pod}:/metadata/uid}}` }),
    ref("Pod", "mine", { uid: "other" }),
    ref("Pod", "bound"),
    ref("Secret", "s"),
    ref("Secret", "s", { uid: `{{=${secret}:/metadata/uid}}` }),
    ref("Secret", "s", { uid: "other" }),
    ref("Node", "none"),
    ref("Node", ""),
    ref("ConfigMap", "m"),
    { boundObjectRef: { kind: "Pod", name: "mine" } },
    { expirationSeconds: 600 },
    { expirationSeconds: 3607 },
    { expirationSeconds: 3607, ...ref("Pod", "mine") },
    { audiences: ["x", "x"] },
    { audiences: [] },
  ])
    for (const query of [DRY, []]) s.post(at, { spec }, query);
  for (const metadata of [{ uid: `{{=${made}:/metadata/uid}}` }, { uid: "other" }])
    s.post(at, { metadata, spec: {} }, DRY);
  s.post(at, { apiVersion: "v1", kind: "TokenRequest" }, DRY);
  s.get(at);
  return s;
}

/** Namespaces that are deleted with all delete options of clients. */
export function coreWritesNamespaces(): Scenario {
  const s = new Scenario("core-writes-namespaces");
  const options: readonly object[] = [
    { preconditions: { uid: "other" } },
    { preconditions: { resourceVersion: "1" } },
    { propagationPolicy: "Orphan" },
    { propagationPolicy: "Foreground" },
    { propagationPolicy: "Background" },
    { propagationPolicy: "Odd" },
    { orphanDependents: true },
    { orphanDependents: false },
    { orphanDependents: true, propagationPolicy: "Orphan" },
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: -1 },
  ];
  for (const [index, body] of options.entries()) {
    const name = `y${index}-{{id}}`;
    const at = `/api/v1/namespaces/${name}`;
    s.post("/api/v1/namespaces", { metadata: { name, finalizers: index % 2 ? ["a/b"] : [] } });
    s.delete(at, body);
    s.delete(at, body);
    s.put(`${at}/finalize`, { metadata: { name }, spec: {} });
    s.patch("merge", at, { metadata: { finalizers: null } });
    s.delete(at);
    s.put(`${at}/finalize`, { metadata: { name }, spec: {} });
  }
  return s;
}

/** Pods and claims that are deleted, and their state until the end. */
export function coreWritesDeletions(): Scenario {
  const s = new Scenario("core-writes-deletions");
  const rows: readonly (readonly [spec: object, status: object, options: object])[] = [
    [{}, {}, {}],
    [{ nodeName: "n" }, {}, {}],
    [{ nodeName: "n" }, {}, { gracePeriodSeconds: 0 }],
    [{ nodeName: "n" }, {}, { gracePeriodSeconds: -5 }],
    [{ nodeName: "n" }, {}, { gracePeriodSeconds: 5 }],
    [{ nodeName: "n", terminationGracePeriodSeconds: 0 }, {}, {}],
    [{ nodeName: "n", terminationGracePeriodSeconds: -3 }, {}, {}],
    [{ nodeName: "n" }, { phase: "Succeeded" }, {}],
    [{ nodeName: "n" }, { phase: "Failed" }, { gracePeriodSeconds: 9 }],
    [{ nodeName: "n" }, {}, { propagationPolicy: "Foreground" }],
    [{ nodeName: "n" }, {}, { preconditions: { uid: "x" } }],
  ];
  for (const [index, [spec, status, options]] of rows.entries()) {
    const at = `${PODS}/p${index}`;
    s.post(PODS, podOf({ spec }, `p${index}`));
    s.patch("merge", `${at}/status`, { status });
    s.delete(at, options);
    s.delete(at, { gracePeriodSeconds: 3 });
    s.delete(at, { gracePeriodSeconds: 60 });
    s.patch("merge", `${at}/status`, { status: { phase: "Failed" } });
    s.patch("merge", at, { spec: { activeDeadlineSeconds: 5 } });
    s.delete(at, { gracePeriodSeconds: 0 });
  }
  return s;
}

/** Scales with versions and identities that are not those of their objects. */
export function coreWritesScales(): Scenario {
  const s = new Scenario("core-writes-scales");
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  s.post(`${NS}/replicationcontrollers`, { metadata: { name: "r" }, spec: { template } });
  s.post("/apis/apps/v1/namespaces/{{ns}}/deployments", {
    metadata: { name: "r" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  });
  for (const at of [
    `${NS}/replicationcontrollers/r/scale`,
    "/apis/apps/v1/namespaces/{{ns}}/deployments/r/scale",
  ]) {
    s.get(at);
    for (const metadata of [
      { name: "other" },
      { namespace: "other" },
      { uid: "other" },
      { resourceVersion: "1" },
    ]) {
      s.put(at, { metadata: { name: "r", ...metadata }, spec: { replicas: 2 } }, DRY);
      s.put(at, { metadata: { name: "r", namespace: "{{ns}}", ...metadata }, spec: { replicas: -2 } });
    }
    for (const body of [
      {},
      { spec: {} },
      { spec: { replicas: 2147483648 } },
      { spec: { replicas: "2" } },
      { status: { replicas: 9 } },
      { apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas: 1 } },
    ]) {
      s.put(at, { ...body, metadata: { name: "r", namespace: "{{ns}}" } });
      s.patch("merge", at, body);
      s.patch("strategic", at, body);
    }
    s.apply(
      at,
      { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "r" }, spec: { replicas: 4 } },
      "m",
    );
  }
  return s;
}
