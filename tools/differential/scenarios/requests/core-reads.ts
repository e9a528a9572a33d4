import { PODS, podOf } from "../pods/pod-tables.ts";
import { NS, Scenario } from "../scenario.ts";

const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  pods: ["spec.nodeName=", "metadata.uid=x", "status.qosClass=x"],
  services: ["spec.clusterIP=None", "spec.type=NodePort", "spec.externalName=x"],
  replicationcontrollers: ["status.replicas=0", "status.replicas=x", "spec.replicas=1"],
  secrets: ["type=Opaque", "data=x"],
  configmaps: ["data=x", "metadata.name!=a,metadata.name!=b"],
  events: ["message=x"],
  endpoints: ["metadata.name=a", "subsets=x"],
  persistentvolumeclaims: ["metadata.name=a", "status.phase=Bound"],
  serviceaccounts: ["metadata.name=default", "secrets=x"],
  resourcequotas: ["metadata.name=a", "spec.hard=x"],
  limitranges: ["spec=x"],
};

/** Every field that lists of core kinds select by, and some that they do not. */
export function coreReadsSelectors(): Scenario {
  const s = new Scenario("core-reads-selectors");
  s.post(
    PODS,
    podOf({ spec: { nodeName: "n", hostNetwork: true, restartPolicy: "Never", schedulerName: "x" } }, "a"),
  );
  s.post(PODS, podOf({}, "b"));
  s.patch("merge", `${PODS}/a/status`, {
    status: { phase: "Running", podIP: "1.2.3.4", podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }] },
  });
  s.post(`${NS}/services`, { metadata: { name: "a" }, spec: { clusterIP: "None" } });
  s.post(`${NS}/replicationcontrollers`, {
    metadata: { name: "a" },
    spec: {
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  for (const [plural, selectors] of Object.entries(SELECTORS))
    for (const selector of selectors)
      for (const query of [[["fieldSelector", selector]]] as [string, string][][])
        s.get(`${NS}/${plural}`, query);
  for (const selector of ["spec.unschedulable=x", "spec.podCIDR=x"])
    s.get("/api/v1/nodes", [["fieldSelector", selector]]);
  for (const selector of ["status.phase=Active", "status.phase=x", "name=default", "spec=x"])
    s.get("/api/v1/namespaces", [["fieldSelector", `${selector},metadata.name={{ns}}`]]);
  for (const selector of ["metadata.name=x", "spec.claimRef=x"])
    s.get("/api/v1/persistentvolumes", [["fieldSelector", selector]]);
  for (const selector of ["spec.hostNetwork=true", "status.podIPs=::1", "spec.host=n"]) {
    s.watch(PODS, 1, [
      ["fieldSelector", selector],
      ["resourceVersion", "0"],
    ]);
  }
  return s;
}

const PORTS = [
  { port: 80, name: "web" },
  { port: 81, name: "other" },
];

/** Proxies to services that lead nowhere. */
export function coreReadsProxies(): Scenario {
  const s = new Scenario("core-reads-proxies");
  s.post(`${NS}/services`, { metadata: { name: "s" }, spec: { ports: PORTS } });
  s.post(PODS, podOf({}, "p"));
  const ask = (): void => {
    for (const id of ["s:80", "s:82", "none:80", "a:b:c:d"]) s.get(`${NS}/services/${id}/proxy/x`);
  };
  ask();
  return s;
}
