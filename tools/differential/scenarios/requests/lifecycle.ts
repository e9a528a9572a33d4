import type { Json } from "../../../../src/json/value.ts";
import { APPS, NS, Scenario } from "../scenario.ts";

const pod = (
  name: string,
  spec: Record<string, Json> = {},
  labels: Record<string, Json> = { app: "a" },
): Json => ({
  metadata: { name, labels },
  spec: { containers: [{ name: "main", image: "nginx:1" }], ...spec },
});
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };

/** Finalizers, grace, preconditions and every way to propagate. */
export function deletes(): Scenario {
  const s = new Scenario("deletes");
  for (const [i, policy] of ["Orphan", "Background", "Foreground", "Wrong", ""].entries()) {
    s.post(`${NS}/configmaps`, { metadata: { name: `c${i}` } });
    s.delete(`${NS}/configmaps/c${i}`, { propagationPolicy: policy });
    s.get(`${NS}/configmaps/c${i}`);
    s.patch("merge", `${NS}/configmaps/c${i}`, { metadata: { finalizers: null } });
    s.get(`${NS}/configmaps/c${i}`);
  }
  for (const [i, query] of [
    ["propagationPolicy", "Foreground"],
    ["orphanDependents", "true"],
    ["orphanDependents", "false"],
    ["orphanDependents", "x"],
    ["gracePeriodSeconds", "5"],
    ["gracePeriodSeconds", "-1"],
    ["gracePeriodSeconds", "x"],
    ["dryRun", "All"],
    ["dryRun", "x"],
    ["preconditions.uid", "x"],
    ["ignoreStoreReadErrorWithClusterBreakingPotential", "true"],
  ].entries()) {
    s.post(`${APPS}/replicasets`, {
      metadata: { name: `r${i}` },
      spec: { selector: { matchLabels: { a: "b" } }, template },
    });
    s.delete(`${APPS}/replicasets/r${i}`, undefined, [query as [string, string]]);
  }
  s.post(`${NS}/pods`, pod("g"));
  s.patch("merge", `${NS}/pods/g`, { metadata: { finalizers: ["example.com/x"] } });
  s.post(`${NS}/pods/g/binding`, { metadata: { name: "g" }, target: { kind: "Node", name: "n1" } });
  s.delete(`${NS}/pods/g`);
  s.delete(`${NS}/pods/g`, { gracePeriodSeconds: 10 });
  s.delete(`${NS}/pods/g`, { gracePeriodSeconds: 100 });
  s.delete(`${NS}/pods/g`, { gracePeriodSeconds: 0 });
  s.delete(`${NS}/pods/g`, { gracePeriodSeconds: 1 });
  s.get(`${NS}/pods/g`);
  s.patch("merge", `${NS}/pods/g`, { metadata: { finalizers: ["example.com/x", "example.com/y"] } });
  s.patch("merge", `${NS}/pods/g`, { metadata: { labels: { a: "b" } } });
  s.patch("merge", `${NS}/pods/g`, { metadata: { deletionTimestamp: null } });
  s.patch("merge", `${NS}/pods/g`, { metadata: { deletionGracePeriodSeconds: 50 } });
  s.patch("json", `${NS}/pods/g`, [{ op: "remove", path: "/metadata/finalizers" }]);
  s.get(`${NS}/pods/g`);
  s.post(`${NS}/configmaps`, { metadata: { name: "p", finalizers: ["example.com/x"] } });
  s.delete(`${NS}/configmaps/p`, { preconditions: { uid: "wrong" } });
  s.delete(`${NS}/configmaps/p`, { preconditions: { resourceVersion: "1" } });
  s.delete(`${NS}/configmaps/p`, { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] });
  s.delete(`${NS}/configmaps/p`, { kind: "DeleteOptions", apiVersion: "policy/v1" });
  s.delete(`${NS}/configmaps/p`, { orphanDependents: true, propagationPolicy: "Orphan" });
  s.delete(`${NS}/configmaps/p`, { propagationPolicy: "Foreground" });
  s.get(`${NS}/configmaps/p`);
  s.delete(`${NS}/configmaps/p`, { propagationPolicy: "Orphan" });
  s.delete(`${NS}/configmaps/p`, { propagationPolicy: "Background" });
  s.patch("merge", `${NS}/configmaps/p`, { metadata: { finalizers: ["example.com/new"] } });
  s.apply(
    `${NS}/configmaps/p`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "p" }, data: { a: "b" } },
    "m",
  );
  s.put(`${NS}/configmaps/p`, { metadata: { name: "p" } });
  s.get(`${NS}/configmaps/p`);
  for (const name of ["a", "b", "c", "d"])
    s.post(`${NS}/configmaps`, {
      metadata: {
        name,
        labels: { n: name, odd: name < "c" ? "yes" : "no" },
        ...(name === "d" ? { finalizers: ["example.com/x"] } : {}),
      },
    });
  s.delete(`${NS}/configmaps`, undefined, [
    ["labelSelector", "odd=yes"],
    ["dryRun", "All"],
  ]);
  s.delete(`${NS}/configmaps`, undefined, [
    ["labelSelector", "n in (a,b)"],
    ["limit", "1"],
  ]);
  s.delete(`${NS}/configmaps`, { propagationPolicy: "Background" }, [["labelSelector", "odd=no"]]);
  s.delete(`${NS}/configmaps`, undefined, [["fieldSelector", "metadata.name=none"]]);
  s.delete(`${NS}/configmaps`, undefined, [["fieldSelector", "data=none"]]);
  s.delete(`${NS}/configmaps`, { preconditions: { uid: "x" } });
  s.get(`${NS}/configmaps`);
  s.delete("/api/v1/configmaps");
  s.delete(`${NS}/services`, undefined, [["labelSelector", "x=y"]]);
  s.delete("/api/v1/namespaces");
  s.delete("/apis/authorization.k8s.io/v1/subjectaccessreviews");
  return s;
}

/** Evictions with budgets of each sort. */
export function evictions(): Scenario {
  const s = new Scenario("evictions");
  const evict = (name: string, more: Record<string, Json> = {}, query: [string, string][] = []) =>
    s.post(
      `${NS}/pods/${name}/eviction`,
      { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "{{ns}}" }, ...more },
      query,
    );
  const running = (name: string) =>
    s.patch("merge", `${NS}/pods/${name}/status`, {
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    });
  for (const name of ["p1", "p2", "p3", "p4", "p5"]) s.post(`${NS}/pods`, pod(name));
  evict("none");
  evict("p1", {}, [["dryRun", "All"]]);
  evict("p1", { deleteOptions: { dryRun: ["All"] } });
  evict("p1", { metadata: { name: "other" } });
  evict("p1", { metadata: { name: "p1", namespace: "other" } });
  evict("p1", { apiVersion: "policy/v1beta1" });
  evict("p1", { deleteOptions: { preconditions: { uid: "wrong" } } });
  evict("p1", { deleteOptions: { preconditions: { resourceVersion: "1" } } });
  s.post(`/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets`, {
    metadata: { name: "b" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } },
  });
  evict("p1");
  running("p2");
  running("p3");
  evict("p2");
  s.put(`/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets/b/status`, {
    metadata: { name: "b" },
    spec: { minAvailable: 1, selector: {} },
    status: {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
    },
  });
  evict("p2", {}, [["dryRun", "All"]]);
  evict("p2", { deleteOptions: { gracePeriodSeconds: 5 } });
  s.get(`/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets/b`);
  evict("p3");
  s.patch("merge", `${NS}/pods/p3/status`, { status: { conditions: [{ type: "Ready", status: "False" }] } });
  evict("p3");
  s.patch("merge", `/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets/b`, {
    spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" },
  });
  evict("p3");
  s.post(`/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets`, {
    metadata: { name: "b2" },
    spec: { maxUnavailable: 0, selector: { matchLabels: { app: "a" } } },
  });
  running("p4");
  evict("p4");
  s.delete(`/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets/b`);
  evict("p4");
  s.patch("merge", `${NS}/pods/p4/status`, { status: { phase: "Succeeded" } });
  evict("p4");
  s.get(`${NS}/pods`, [], { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
  s.patch("merge", `${NS}/pods/p5`, { metadata: { finalizers: ["example.com/x"] } });
  s.delete(`${NS}/pods/p5`);
  evict("p5");
  s.get(`${NS}/pods/p5/eviction`);
  s.put(`${NS}/pods/p5/eviction`, {});
  s.get(`${NS}/pods/p5`);
  return s;
}

/** A namespace from its creation to its end, and the requests that are allowed in it meanwhile. */
export function namespaces(): Scenario {
  const s = new Scenario("namespaces");
  const ns = "/api/v1/namespaces/x-{{id}}";
  s.post("/api/v1/namespaces", { metadata: { name: "x-{{id}}", labels: { a: "b" } } });
  s.post("/api/v1/namespaces", { metadata: { name: "x-{{id}}" } });
  s.post("/api/v1/namespaces", { metadata: { name: "Wrong_Name" } });
  s.post("/api/v1/namespaces", { metadata: { name: "with.dot" } });
  s.post("/api/v1/namespaces", { metadata: { generateName: "gen-{{id}}-" } }, [["dryRun", "All"]]);
  s.patch("merge", ns, { metadata: { labels: { "kubernetes.io/metadata.name": "other" } } });
  s.patch("merge", ns, { metadata: { labels: { "kubernetes.io/metadata.name": null } } });
  s.patch("merge", ns, { metadata: { labels: { "pod-security.kubernetes.io/enforce": "restrictedd" } } });
  s.patch("merge", ns, { spec: { finalizers: ["kubernetes", "example.com/x"] } });
  s.put(`${ns}/finalize`, {
    metadata: { name: "x-{{id}}" },
    spec: { finalizers: ["kubernetes", "example.com/x"] },
  });
  s.put(`${ns}/finalize`, { metadata: { name: "other" }, spec: { finalizers: [] } });
  s.put(`${ns}/status`, { metadata: { name: "x-{{id}}" }, status: { phase: "Terminating" } });
  s.put(`${ns}/status`, {
    metadata: { name: "x-{{id}}" },
    status: { phase: "Active", conditions: [{ type: "NamespaceContentRemaining", status: "False" }] },
  });
  s.post(`${ns}/configmaps`, { metadata: { name: "c" } });
  s.post(`${ns}/configmaps`, { metadata: { name: "c2", namespace: "other" } });
  s.delete(ns, { propagationPolicy: "Foreground" });
  s.get(ns);
  s.delete(ns);
  s.post(`${ns}/configmaps`, { metadata: { name: "late" } });
  s.post(`${ns}/configmaps`, { metadata: { generateName: "late" } }, [["dryRun", "All"]]);
  s.patch("merge", `${ns}/configmaps/c`, { data: { still: "possible" } });
  s.apply(
    `${ns}/configmaps/applied`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" } },
    "m",
  );
  s.post("/apis/authorization.k8s.io/v1/namespaces/x-{{id}}/localsubjectaccessreviews", {
    metadata: { namespace: "x-{{id}}" },
    spec: { user: "u", resourceAttributes: { namespace: "x-{{id}}", verb: "get", resource: "pods" } },
  });
  s.post("/api/v1/namespaces", { metadata: { name: "x-{{id}}" } });
  s.patch("merge", ns, { metadata: { labels: { more: "yes" } } });
  s.delete(`${ns}/configmaps/c`);
  s.put(`${ns}/finalize`, { metadata: { name: "x-{{id}}" }, spec: { finalizers: ["example.com/x"] } });
  s.put(`${ns}/finalize`, { metadata: { name: "x-{{id}}" }, spec: { finalizers: [] } });
  s.get(ns);
  s.post(`/api/v1/namespaces/none-{{id}}/configmaps`, { metadata: { name: "c" } });
  s.post(`/api/v1/namespaces/none-{{id}}/pods`, pod("c"));
  s.get(`/api/v1/namespaces/none-{{id}}/pods`);
  s.delete("/api/v1/namespaces/default");
  s.delete("/api/v1/namespaces/kube-system");
  s.delete("/api/v1/namespaces/kube-public", undefined, [["dryRun", "All"]]);
  s.get("/api/v1/namespaces", [["fieldSelector", "metadata.name=default"]], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.get("/api/v1/namespaces", [["fieldSelector", "status.phase=Terminating,metadata.name=x-{{id}}"]]);
  s.get("/api/v1/namespaces", [["fieldSelector", "spec.x=y"]]);
  return s;
}

/** Writes that end an object which is being deleted, and name a selfLink: nothing is stored that could lose it. */
export function endedWithSelfLink(): Scenario {
  const s = new Scenario("lifecycle-ended-with-self-link");
  for (const dryRun of [[], [["dryRun", "All"]]] as [string, string][][]) {
    const name = `a${dryRun.length}`;
    const path = `/api/v1/namespaces/{{ns}}/configmaps/${name}`;
    s.post("/api/v1/namespaces/{{ns}}/configmaps", { metadata: { name, finalizers: ["a.example.com/b"] } });
    s.put(path, { metadata: { name, selfLink: "a/b", finalizers: ["a.example.com/b"] } }, dryRun);
    s.delete(path);
    s.put(path, { metadata: { name, selfLink: "a/b", finalizers: ["a.example.com/b"] } }, dryRun);
    s.patch("merge", path, { metadata: { selfLink: "a/c", finalizers: null } }, dryRun);
    s.put(path, { metadata: { name, selfLink: "a/b" } }, dryRun);
  }
  return s;
}

/** Dry runs that would remove an object at once, without its finalizer "orphan": it is shown without anything in it. */
export function shownEmptied(): Scenario {
  const s = new Scenario("lifecycle-shown-emptied");
  const labels = { app: "a" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "nginx" }] } };
  const workload = { selector: { matchLabels: labels }, template };
  const kinds: [string, object][] = [
    ["/apis/apps/v1/namespaces/{{ns}}/daemonsets", workload],
    ["/apis/apps/v1/namespaces/{{ns}}/deployments", workload],
    ["/apis/apps/v1/namespaces/{{ns}}/replicasets", workload],
    ["/apis/apps/v1/namespaces/{{ns}}/statefulsets", workload],
    ["/api/v1/namespaces/{{ns}}/replicationcontrollers", { selector: labels, template }],
    ...["v1", "v2"].map((version): [string, object] => [
      `/apis/autoscaling/${version}/namespaces/{{ns}}/horizontalpodautoscalers`,
      { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } },
    ]),
    ["/api/v1/namespaces/{{ns}}/configmaps", {}],
  ];
  for (const [i, [path, spec]] of kinds.entries()) {
    s.post(path, { metadata: { name: `a${i}`, finalizers: ["orphan"] }, spec });
    for (const propagationPolicy of ["Background", "Orphan", "Foreground"])
      s.delete(`${path}/a${i}`, { propagationPolicy, dryRun: ["All"] });
    s.delete(`${path}/a${i}`, { propagationPolicy: "Background" });
  }
  return s;
}

/** Events may have finalizers of any name; addresses of pods that are empty. */
export function namesOfFinalizers(): Scenario {
  const s = new Scenario("lifecycle-names-of-finalizers");
  const involvedObject = { namespace: "{{ns}}" };
  for (const [i, finalizers] of [["b"], ["a/b/c", ""], ["example.com/a", "b"]].entries()) {
    const path = `/api/v1/namespaces/{{ns}}/events/a${i}`;
    s.put(path, { metadata: { name: `a${i}`, finalizers }, involvedObject });
    s.patch("merge", path, { metadata: { finalizers: [...finalizers, "c"] } });
  }
  const pods = "/api/v1/namespaces/{{ns}}/pods";
  s.post(pods, { metadata: { name: "a" }, spec: { containers: [{ name: "main", image: "nginx" }] } });
  for (const subresource of ["resize", "status"])
    s.patch("merge", `${pods}/a/${subresource}`, { status: { podIPs: [{ ip: "" }] } });
  return s;
}
