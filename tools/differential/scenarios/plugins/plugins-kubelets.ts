import type { Json } from "../../../../src/json/value.ts";
import { DRY, Kubelet, makeKubelet, NODES, NS, OTHER, OWN } from "../access/kubelet.ts";
import { type Members, Scenario } from "../scenario.ts";

const LABELS = [
  "a",
  "x.example.com/a",
  "kubernetes.io/hostname",
  "kubernetes.io/arch",
  "kubernetes.io/os",
  "node.kubernetes.io/instance-type",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "beta.kubernetes.io/os",
  "node.kubernetes.io/x",
  "kubelet.kubernetes.io/x",
  "x.kubelet.kubernetes.io/y",
  "x.node.kubernetes.io/y",
  "node-restriction.kubernetes.io/x",
  "a.node-restriction.kubernetes.io/x",
  "node-role.kubernetes.io/master",
  "kubernetes.io/x",
  "x.k8s.io/y",
  "k8s.io/y",
  "xkubernetes.io/a",
  "node.kubernetes.io/windows-build",
];

/** Rights of kubelets for their own node, for other nodes, and for objects about nodes. */
export function kubeletNodes(): Scenario {
  const s = new Scenario("plugins-kubelet-nodes");
  const k = makeKubelet(s);
  const own = `${NODES}/${OWN}`;
  for (const label of LABELS) {
    k.send("PATCH", own, { metadata: { labels: { [label]: "new" } } });
    k.send("POST", NODES, { metadata: { name: OWN, labels: { [label]: "new" } } });
  }
  k.send("PATCH", own, {
    metadata: { labels: { "kubernetes.io/x": "1", "a.k8s.io/y": "2", "kubernetes.io/hostname": null } },
  });
  for (const change of [
    { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } },
    { spec: { taints: null } },
    { spec: { unschedulable: true } },
    {
      spec: {
        configSource: {
          configMap: { name: "c", namespace: "n", kubeletConfigKey: "k", uid: "u", resourceVersion: "1" },
        },
      },
    },
    { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] } },
    { metadata: { annotations: { a: "b" } } },
    { status: { phase: "x" } },
  ] as readonly Json[]) {
    k.send("PATCH", own, change);
    k.send("PATCH", `${own}/status`, change);
    k.send("PATCH", `${NODES}/${OTHER}`, change);
    k.send("POST", NODES, { metadata: { name: OWN }, ...(change as Members) });
  }
  k.send("POST", NODES, { metadata: { name: "new-{{id}}" } });
  k.send("POST", NODES, { metadata: { generateName: "new-" } });
  k.send("DELETE", own);
  k.send("DELETE", `${NODES}/${OTHER}`);
  k.send("DELETE", NODES, undefined, { query: [...DRY, ["labelSelector", "a=none-{{id}}"]] });
  const leases = "/apis/coordination.k8s.io/v1/namespaces";
  s.post(NODES.replace("nodes", "namespaces"), { metadata: { name: "kube-node-lease" } });
  for (const [namespace, name] of [
    ["kube-node-lease", OWN],
    ["kube-node-lease", OTHER],
    ["{{ns}}", OWN],
  ]) {
    k.send("POST", `${leases}/${namespace}/leases`, {
      metadata: { name: name ?? "" },
      spec: { holderIdentity: "x" },
    });
    k.send("PUT", `${leases}/${namespace}/leases/${name}`, {
      metadata: { name: name ?? "" },
      spec: { holderIdentity: "x" },
    });
    k.send("DELETE", `${leases}/${namespace}/leases/${name}`);
  }
  k.send("POST", `${leases}/kube-node-lease/leases`, { metadata: { generateName: "x-" } });
  for (const name of [OWN, OTHER]) {
    k.send("POST", "/apis/storage.k8s.io/v1/csinodes", { metadata: { name }, spec: { drivers: [] } });
    k.send("PATCH", `/apis/storage.k8s.io/v1/csinodes/${name}`, {});
    k.send("DELETE", `/apis/storage.k8s.io/v1/csinodes/${name}`);
  }
  const slices = "/apis/resource.k8s.io/v1/resourceslices";
  const slice = (more: Members): Members => ({
    driver: "d.example.com",
    pool: { name: "p", resourceSliceCount: 1 },
    devices: [],
    ...more,
  });
  for (const spec of [
    slice({ nodeName: OWN }),
    slice({ nodeName: OTHER }),
    slice({ allNodes: true }),
    slice({}),
  ])
    k.send("POST", slices, { metadata: { generateName: "s-" }, spec });
  for (const name of [OWN, OTHER]) {
    s.post(slices, { metadata: { name: `s-${name}` }, spec: slice({ nodeName: name }) });
    s.removes(`${slices}/s-${name}`);
    k.send("PATCH", `${slices}/s-${name}`, { metadata: { labels: { a: "b" } } });
    k.send("PATCH", `${slices}/s-${name}`, { spec: { nodeName: OWN } });
    k.send("DELETE", `${slices}/s-${name}`);
  }
  k.send("DELETE", slices, undefined, { query: [...DRY, ["fieldSelector", `spec.nodeName=${OWN}`]] });
  return s;
}

const mirror = (more: Members = {}, spec: Members = {}): Json => ({
  metadata: { name: "m", annotations: { "kubernetes.io/config.mirror": "x" }, ...more },
  spec: { nodeName: OWN, containers: [{ name: "c", image: "i" }], ...spec },
});
const owner = (uid: string, more: Members = {}): Members => ({
  ownerReferences: [{ apiVersion: "v1", kind: "Node", name: OWN, uid, controller: true, ...more }],
});

/** Rights of kubelets for pods, claims and tokens. */
export function kubeletPods(): Scenario {
  const s = new Scenario("plugins-kubelet-pods");
  const k = makeKubelet(s);
  const uid = `{{=${s.get(`${NODES}/${OWN}`)}:/metadata/uid}}`;
  const create = (body: Json): string => k.send("POST", `${NS}/pods`, body);
  create({ metadata: { name: "m" }, spec: { nodeName: OWN, containers: [{ name: "c", image: "i" }] } });
  create(mirror());
  create(mirror({}, { nodeName: OTHER }));
  create(mirror({}, { nodeName: null }));
  create(mirror(owner(uid)));
  create(mirror(owner("wrong")));
  for (const more of [
    { controller: false },
    { controller: null },
    { blockOwnerDeletion: true },
    { blockOwnerDeletion: false },
    { name: OTHER },
    { kind: "Pod" },
    { apiVersion: "v2" },
  ] as readonly Members[])
    create(mirror(owner(uid, more)));
  create(
    mirror({
      ownerReferences: [
        ...(owner(uid).ownerReferences as Json[]),
        { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" },
      ],
    }),
  );
  const volume = (source: Members): Members => ({ volumes: [{ name: "v", ...source }] });
  const env = (valueFrom: Members): Members => ({
    containers: [{ name: "c", image: "i", env: [{ name: "E", valueFrom }] }],
  });
  for (const spec of [
    { serviceAccountName: "default" },
    volume({ secret: { secretName: "s" } }),
    volume({ configMap: { name: "c" } }),
    volume({ persistentVolumeClaim: { claimName: "c" } }),
    volume({ emptyDir: {} }),
    volume({ hostPath: { path: "/" } }),
    volume({ downwardAPI: {} }),
    volume({ projected: { sources: [{ configMap: { name: "c" } }] } }),
    volume({ projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }),
    volume({ projected: { sources: [{ clusterTrustBundle: { name: "c", path: "p" } }] } }),
    volume({ projected: { sources: [{ downwardAPI: {} }] } }),
    volume({ csi: { driver: "d" } }),
    volume({
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
        },
      },
    }),
    volume({ rbd: { monitors: ["x"], image: "y" } }),
    volume({ image: { reference: "r" } }),
    env({ secretKeyRef: { name: "s", key: "k" } }),
    env({ configMapKeyRef: { name: "s", key: "k" } }),
    env({ fieldRef: { fieldPath: "metadata.name" } }),
    { containers: [{ name: "c", image: "i", envFrom: [{ configMapRef: { name: "c" } }] }] },
    { imagePullSecrets: [{ name: "s" }] },
    { resourceClaims: [{ name: "r", resourceClaimName: "x" }] },
    { priorityClassName: "x" },
    { runtimeClassName: "x" },
  ] as readonly Members[])
    create(mirror(owner(uid), spec));
  const token = { projected: { sources: [{ serviceAccountToken: { path: "t", audience: "volume" } }] } };
  for (const [name, nodeName] of [
    ["mine", OWN],
    ["theirs", OTHER],
    ["nobodys", undefined],
  ] as const) {
    const claims = {
      volumes: [
        { name: "v", ...token },
        { name: "c", csi: { driver: "d-{{id}}.example.com" } },
      ],
      resourceClaims: [{ name: "r", resourceClaimName: "x" }],
    };
    s.post(`${NS}/pods`, {
      metadata: { name, labels: { a: "b" } },
      spec: {
        ...(nodeName === undefined ? {} : { nodeName }),
        containers: [{ name: "c", image: "i" }],
        ...claims,
      },
    });
    const pod = `${NS}/pods/${name}`;
    k.until(pod);
    for (const change of [
      { status: { phase: "Running" } },
      { metadata: { labels: { c: "d" } } },
      { metadata: { annotations: { c: "d" } } },
      { status: { resourceClaimStatuses: [{ name: "r", resourceClaimName: "x" }] } },
      { status: { extendedResourceClaimStatus: { resourceClaimName: "x", requestMappings: [] } } },
    ] as readonly Json[]) {
      k.send("PATCH", `${pod}/status`, change);
      k.send("PATCH", pod, change);
    }
    k.send("POST", `${pod}/eviction`, { metadata: { name } });
    k.send("POST", `${pod}/eviction`, {});
    k.send("POST", `${pod}/binding`, { target: { kind: "Node", name: OWN } });
    k.send("PATCH", `${pod}/ephemeralcontainers`, {});
    k.send("PATCH", `${pod}/resize`, {});
    k.send("DELETE", pod);
    const podUid = `{{=${s.get(pod)}:/metadata/uid}}`;
    const ref = (more: Members = {}): Members => ({
      boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid: podUid, ...more },
    });
    for (const spec of [
      {},
      ref(),
      ref({ uid: "" }),
      ref({ uid: "wrong" }),
      ref({ name: "none" }),
      ref({ name: "" }),
      ref({ kind: "Secret" }),
      ref({ apiVersion: "v2" }),
      ...[["volume"], ["other"], ["volume", "other"], ["csi"], []].map((audiences) => ({
        ...ref(),
        audiences,
      })),
    ] as readonly Members[])
      k.send("POST", `${NS}/serviceaccounts/default/token`, { spec: { expirationSeconds: 3600, ...spec } });
  }
  k.send("DELETE", `${NS}/pods/none`);
  k.send("POST", `${NS}/pods/none/eviction`, { metadata: { name: "none" } });
  k.send("DELETE", `${NS}/pods`, undefined, { query: [...DRY, ["labelSelector", "a=none"]] });
  k.send("PATCH", `${NS}/serviceaccounts/default`, { metadata: { labels: { a: "b" } } });
  const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  s.post(`${NS}/persistentvolumeclaims`, { metadata: { name: "c" }, spec: claim });
  k.send("POST", `${NS}/persistentvolumeclaims`, { metadata: { name: "d" }, spec: claim });
  k.send("PATCH", `${NS}/persistentvolumeclaims/c`, { metadata: { labels: { a: "b" } } });
  for (const change of [
    { status: { capacity: { storage: "2Gi" } } },
    { status: { conditions: [{ type: "Resizing", status: "True" }] } },
    { status: { phase: "Lost" } },
    { metadata: { labels: { a: "b" } } },
    {
      status: {
        allocatedResources: { storage: "1Gi" },
        allocatedResourceStatuses: { storage: "NodeResizePending" },
      },
    },
    { status: { accessModes: ["ReadOnlyMany"], capacity: { storage: "3Gi" } } },
  ] as readonly Json[])
    k.send("PATCH", `${NS}/persistentvolumeclaims/c/status`, change);
  k.send("DELETE", `${NS}/persistentvolumeclaims/c`);
  k.send("POST", `${NS}/configmaps`, { metadata: { name: "c" } });
  const nameless = new Kubelet(s, "system:node:");
  nameless.send("POST", `${NS}/configmaps`, { metadata: { name: "c" } });
  nameless.send("PATCH", `${NODES}/${OWN}`, {});
  return s;
}
