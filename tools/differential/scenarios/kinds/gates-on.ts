import { APPS, NS, Scenario } from "../scenario.ts";

/**
 * Features that 1.36 has switched off. Run it without flags, and with `--flag=--feature-gates=` and each of
 * HPAScaleToZero, ContainerStopSignals, TaintTolerationComparisonOperators, CrossNamespaceVolumeDataSource, MutablePVNodeAffinity
 * and UserNamespacesHostNetworkSupport on.
 */
export function gatesOn(): Scenario {
  const s = new Scenario("gates-on");
  pods(s);
  autoscalers(s);
  claims(s);
  volumes(s);
  return s;
}

function pods(s: Scenario): void {
  const container = { name: "c", image: "i" };
  const linux = { os: { name: "linux" } };
  const windows = { os: { name: "windows" } };
  const tolerations = (...all: object[]) => ({ containers: [container], tolerations: all });
  const stop = (stopSignal: unknown, more: object = {}) => ({
    containers: [{ ...container, lifecycle: { stopSignal, ...more } }],
  });
  const specs: object[] = [
    { ...stop("SIGTERM"), ...linux },
    { ...stop("SIGTERM"), ...windows },
    { ...stop("SIGUSR1"), ...windows },
    { ...stop("SIGNOTHING"), ...linux },
    { ...stop(5), ...linux },
    stop("SIGKILL"),
    { ...stop("SIGHUP", { preStop: { sleep: { seconds: 1 } } }), ...linux },
    tolerations({ key: "a", operator: "Lt", value: "5" }),
    tolerations({ key: "a", operator: "Gt", value: "-5", effect: "NoSchedule" }),
    tolerations({ key: "a", operator: "Gt", value: "05" }),
    tolerations({ key: "a", operator: "Gt", value: "x" }),
    tolerations({ key: "a", operator: "Gt" }, { key: "b", operator: "Eq", value: "1" }),
    { containers: [container], hostUsers: false, hostNetwork: true },
  ];
  for (const [index, spec] of specs.entries()) {
    s.post(`${NS}/pods`, { metadata: { name: `p${index}` }, spec });
    const template = { metadata: { labels: { a: "b" } }, spec };
    s.post(`${APPS}/deployments`, {
      metadata: { name: `d${index}` },
      spec: { selector: { matchLabels: { a: "b" } }, template },
    });
    s.patch("merge", `${NS}/pods/p${index}`, { metadata: { labels: { x: "y" } } });
    s.patch("merge", `${NS}/pods/p${index}`, {
      spec: { tolerations: [{ key: "z", operator: "Lt", value: "1" }] },
    });
    s.delete(`${NS}/pods/p${index}`, { gracePeriodSeconds: 0 });
  }
}

function autoscalers(s: Scenario): void {
  const all = "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers";
  const external = {
    type: "External",
    external: { metric: { name: "m" }, target: { type: "Value", value: "1" } },
  };
  for (const [name, minReplicas, metrics] of [
    ["a", 0, []],
    ["b", 0, [external]],
    ["c", -1, [external]],
    ["d", 1, []],
  ] as const) {
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
      maxReplicas: 3,
      minReplicas,
      metrics,
    };
    s.post(all, { metadata: { name }, spec });
    s.patch("merge", `${all}/${name}`, { spec: { minReplicas: 0, metrics: [external] } });
    s.patch("merge", `${all}/${name}`, { spec: { minReplicas: 0, metrics: null } });
    s.get(`${all.replace("/v2/", "/v1/")}/${name}`);
  }
}

function claims(s: Scenario): void {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const ref = { apiGroup: "a.example.com", kind: "Source", name: "s" };
  for (const [name, more] of Object.entries({
    a: { dataSourceRef: { ...ref, namespace: "other" } },
    b: { dataSourceRef: { ...ref, namespace: "" } },
    c: { dataSourceRef: { ...ref, namespace: "other" }, dataSource: ref },
    d: { dataSourceRef: { ...ref, namespace: "not ok" } },
    e: { dataSourceRef: ref },
  })) {
    s.post(`${NS}/persistentvolumeclaims`, { metadata: { name }, spec: { ...spec, ...more } });
    s.get(`${NS}/persistentvolumeclaims/${name}`);
  }
}

function volumes(s: Scenario): void {
  const affinity = (value: string) => ({
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "k", operator: "In", values: [value] }] }] },
  });
  const all = "/api/v1/persistentvolumes";
  s.post(all, {
    metadata: { name: "{{id}}" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      csi: { driver: "d.example.com", volumeHandle: "h" },
      nodeAffinity: affinity("a"),
    },
  });
  s.patch("merge", `${all}/{{id}}`, { spec: { nodeAffinity: affinity("b") } });
  s.patch("merge", `${all}/{{id}}`, { spec: { nodeAffinity: affinity("not ok") } });
  s.patch("merge", `${all}/{{id}}`, { spec: { nodeAffinity: null } });
  s.delete(`${all}/{{id}}`);
}
