import { NS, Scenario } from "../scenario.ts";

/** Values that pods receive from their node, and the limits for resizing them on it. */
export function nodes(): Scenario {
  const s = new Scenario("plugins-nodes");
  const node = (name: string, labels: object, status: object = {}) =>
    s.post("/api/v1/nodes", { metadata: { name: `${name}-{{id}}`, labels }, status });
  node(
    "a",
    {
      "topology.kubernetes.io/zone": "z1",
      "topology.kubernetes.io/region": "r1",
      other: "x",
      "kubernetes.io/os": "linux",
    },
    { allocatable: { cpu: "2", memory: "1Gi" } },
  );
  node("w", { "kubernetes.io/os": "windows" }, { allocatable: { cpu: "2", memory: "1Gi" } });
  node(
    "f",
    {},
    {
      allocatable: { cpu: "4", memory: "4Gi" },
      declaredFeatures: [
        "InPlacePodLevelResourcesVerticalScaling",
        "InPlacePodVerticalScalingInitContainers",
      ],
    },
  );
  const pod = (name: string, nodeName?: string, more: object = {}, meta: object = {}) =>
    s.post(`${NS}/pods`, {
      metadata: { name, ...meta },
      spec: {
        containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1", memory: "64Mi" } } }],
        ...(nodeName ? { nodeName: `${nodeName}-{{id}}` } : {}),
        ...more,
      },
    });
  pod("unbound");
  pod("bound", "a");
  pod("own", "a", {}, { labels: { "topology.kubernetes.io/zone": "mine", x: "y" } });
  pod("win", "w");
  pod("missing", "none");
  pod("feat", "f", {
    resources: { requests: { cpu: "2" }, limits: { cpu: "3" } },
    initContainers: [{ name: "i", image: "i", resources: { requests: { cpu: "1" } } }],
  });
  s.post("/apis/node.k8s.io/v1/runtimeclasses", {
    metadata: { name: "heavy-{{id}}" },
    handler: "h",
    overhead: { podFixed: { cpu: "600m" } },
  });
  s.removes("/apis/node.k8s.io/v1/runtimeclasses/heavy-{{id}}");
  s.until("/apis/node.k8s.io/v1/runtimeclasses/heavy-{{id}}");
  pod("heavy", "a", { runtimeClassName: "heavy-{{id}}" });
  pod("unbound2");
  pod("level", "a", {
    resources: { requests: { cpu: "2" } },
    initContainers: [{ name: "i", image: "i", resources: { requests: { cpu: "1" } } }],
  });
  s.post(`${NS}/pods/unbound/binding`, { target: { kind: "Node", name: "a-{{id}}" } });
  s.get(`${NS}/pods/unbound`);
  s.post(`${NS}/bindings`, {
    metadata: { name: "unbound2", labels: { q: "r" }, annotations: { s: "t" } },
    target: { kind: "Node", name: "a-{{id}}" },
  });
  s.get(`${NS}/pods/unbound2`);
  pod("unbound3");
  s.post(
    `${NS}/pods/unbound3/binding`,
    {
      metadata: { labels: { q: "r", "topology.kubernetes.io/zone": "mine" } },
      target: { kind: "Node", name: "a-{{id}}" },
    },
    [["dryRun", "All"]],
  );
  s.post(`${NS}/pods/unbound3/binding`, {
    metadata: { labels: { q: "r" }, annotations: { a: "b" } },
    target: { name: "a-{{id}}" },
  });
  s.get(`${NS}/pods/unbound3`);
  const resize = (name: string, spec: object) => s.patch("strategic", `${NS}/pods/${name}/resize`, { spec });
  const c = (resources: object) => ({ containers: [{ name: "c", resources }] });
  for (const n of ["bound", "win", "missing", "feat", "unbound", "level", "heavy"]) {
    resize(n, c({ requests: { cpu: "1500m" } }));
    resize(n, c({ requests: { cpu: "1500m" } }));
    resize(n, c({ requests: { cpu: "3500m", memory: "2Gi" } }));
    resize(n, c({ requests: { memory: "64Mi" } }));
  }
  resize("bound", c({ requests: { cpu: "2.0005", memory: "1.5Gi" } }));
  resize("feat", { initContainers: [{ name: "i", resources: { requests: { cpu: "500m" } } }] });
  resize("level", { initContainers: [{ name: "i", resources: { requests: { cpu: "500m" } } }] });
  resize("feat", { resources: { requests: { cpu: "1" } } });
  resize("level", { resources: { requests: { cpu: "1500m" } } });
  resize("level", {
    resources: { requests: { cpu: "1600m" } },
    initContainers: [{ name: "i", resources: { requests: { cpu: "500m" } } }],
  });
  s.patch("strategic", `${NS}/pods/bound`, { spec: { containers: [{ name: "c", image: "j" }] } });
  s.patch("strategic", `${NS}/pods/missing`, { spec: { containers: [{ name: "c", image: "j" }] } });
  s.patch("strategic", `${NS}/pods/level`, { spec: { resources: { requests: { cpu: "1" } } } });
  s.get(`${NS}/pods`);
  s.apply(
    `${NS}/pods/bound/resize`,
    { apiVersion: "v1", kind: "Pod", metadata: { name: "bound" }, spec: c({ limits: { cpu: "9" } }) },
    "vpa",
  );
  s.apply(
    `${NS}/pods/applied`,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "applied" },
      spec: { nodeName: "a-{{id}}", containers: [{ name: "c", image: "i" }] },
    },
    "m",
  );
  return s;
}
