import type { JsonObject } from "../../src/json/value.ts";
import type { Asked, Situation } from "./case.ts";
import { made } from "./node-objects.ts";
import { TOKENS, WITH_USERS } from "./rights-cases.ts";

const CORE = "/api/v1/namespaces/restricted";
const MERGE = { "content-type": "application/merge-patch+json" };

interface Written extends Partial<Asked> {
  readonly as?: string;
}

const sent = (
  name: string,
  method: string,
  path: string,
  body: JsonObject | undefined,
  more: Written = {},
): Asked => {
  const { as = "r1", ...rest } = more;
  return {
    name,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(method === "PATCH" ? { headers: MERGE } : {}),
    token: () => `${as}-token`,
    brief: true,
    ...rest,
  };
};
const creates = (name: string, path: string, body: JsonObject, more?: Written): Asked =>
  sent(name, "POST", path, body, more);
const patches = (name: string, path: string, body: JsonObject, more?: Written): Asked =>
  sent(name, "PATCH", path, body, more);
const deletes = (name: string, path: string, more?: Written): Asked =>
  sent(name, "DELETE", path, undefined, more);

const container = { name: "c", image: "i" };
const pod = (name: string, nodeName: string, spec: JsonObject = {}): Asked =>
  made(`${CORE}/pods`, { metadata: { name }, spec: { nodeName, containers: [container], ...spec } });
const role = (name: string, rules: JsonObject[], user: string): readonly Asked[] => [
  made("/apis/rbac.authorization.k8s.io/v1/clusterroles", { metadata: { name }, rules }),
  made("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
  }),
];

const claim = (name: string, volumeName: string): Asked =>
  made(`${CORE}/persistentvolumeclaims`, {
    metadata: { name },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } }, volumeName },
  });
const volume = (name: string, source: JsonObject): Asked =>
  made("/api/v1/persistentvolumes", {
    metadata: { name },
    spec: { capacity: { storage: "1" }, accessModes: ["ReadWriteOnce"], ...source },
  });
const driver = (name: string, audience: string): Asked =>
  made("/apis/storage.k8s.io/v1/csidrivers", { metadata: { name }, spec: { tokenRequests: [{ audience }] } });
const mounts = (...claims: string[]): JsonObject => ({
  volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
});

/** Verbs that RBAC allows r1 for all resources. The plugin decides about the remaining restrictions. */
const VERBS = ["get", "create", "update", "patch", "delete", "deletecollection"];

const OBJECTS: readonly Asked[] = [
  made("/api/v1/namespaces", { metadata: { name: "restricted" } }),
  ...role("restricted", [{ verbs: VERBS, apiGroups: ["*"], resources: ["*"] }], "system:node:r1"),
  ...role("nameless", [{ verbs: VERBS, apiGroups: ["*"], resources: ["*"] }], "system:node:"),
  ...role(
    "audiences",
    [
      { verbs: ["request-serviceaccounts-token-audience"], apiGroups: [""], resources: ["granted"] },
      {
        verbs: ["request-serviceaccounts-podcertificate-signer"],
        apiGroups: ["certificates.k8s.io"],
        resources: ["example.com:granted"],
      },
    ],
    "system:node:r1",
  ),
  made("/api/v1/nodes", {
    metadata: { name: "r1", labels: { "example.com/a": "1", "kubernetes.io/hostname": "r1" } },
    spec: { taints: [{ key: "k", effect: "NoSchedule" }] },
  }),
  made("/api/v1/nodes", { metadata: { name: "r2" } }),
  made(`${CORE}/serviceaccounts`, { metadata: { name: "account" } }),
  driver("driver-a.example.com", "of-a"),
  driver("driver-b.example.com", "of-b"),
  driver("ebs.csi.aws.com", "of-ebs"),
  volume("restricted-b", { csi: { driver: "driver-b.example.com", volumeHandle: "h" } }),
  volume("restricted-ebs", { awsElasticBlockStore: { volumeID: "vol-1" } }),
  volume("restricted-nfs", { nfs: { server: "s", path: "/" } }),
  claim("b", "restricted-b"),
  claim("ebs", "restricted-ebs"),
  claim("nfs", "restricted-nfs"),
  claim("unbound", ""),
  claim("gone", "restricted-gone"),
  pod("mine", "r1", {
    serviceAccountName: "account",
    volumes: [
      { name: "token", projected: { sources: [{ serviceAccountToken: { path: "t", audience: "named" } }] } },
      { name: "csi", csi: { driver: "driver-a.example.com" } },
    ],
  }),
  pod("bound", "r1", { serviceAccountName: "account", ...mounts("b", "ebs", "nfs") }),
  pod("broken", "r1", { serviceAccountName: "account", ...mounts("unbound", "gone", "missing") }),
  pod("inline", "r1", {
    serviceAccountName: "account",
    volumes: [{ name: "v", awsElasticBlockStore: { volumeID: "vol-1" } }],
  }),
  pod("unknown", "r1", {
    serviceAccountName: "account",
    volumes: [{ name: "v", csi: { driver: "unknown.example.com" } }],
  }),
  pod("certified", "r1", {
    serviceAccountName: "account",
    volumes: [
      {
        name: "v",
        projected: {
          sources: [
            {
              podCertificate: {
                signerName: "example.com/named",
                keyType: "ED25519",
                credentialBundlePath: "b",
              },
            },
          ],
        },
      },
    ],
  }),
  pod("other", "r2", { serviceAccountName: "account" }),
  pod("waiting", ""),
  made("/apis/resource.k8s.io/v1/resourceslices", slice("of-r2", "r2")),
  made("/apis/storage.k8s.io/v1/csinodes", { metadata: { name: "r2" }, spec: { drivers: [] } }),
  made("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", { metadata: { name: "r2" } }),
];

function slice(name: string, nodeName: string): JsonObject {
  const pool = { name: nodeName, generation: 1, resourceSliceCount: 1 };
  return { metadata: { name }, spec: { driver: "d.example.com", nodeName, pool, devices: [{ name: "a" }] } };
}

const OWNER: JsonObject = { apiVersion: "v1", kind: "Node", name: "r1", uid: "UID", controller: true };

/** r1 creates a mirror pod. */
const mirror = (name: string, spec: JsonObject = {}, metadata: JsonObject = {}): Asked =>
  creates(
    `mirror pod: ${name}`,
    `${CORE}/pods`,
    {
      metadata: {
        name: "mirror",
        annotations: { "kubernetes.io/config.mirror": "x" },
        ownerReferences: [OWNER],
        ...metadata,
      },
      spec: { nodeName: "r1", containers: [container], ...spec },
    },
    { uidOf: "/api/v1/nodes/r1" },
  );
const owned = (name: string, ...ownerReferences: JsonObject[]): Asked =>
  mirror(name, {}, { ownerReferences });
const withVolume = (type: string, source: JsonObject): Asked =>
  mirror(
    `volume ${type}`,
    { volumes: [{ name: "v", [type]: source }] },
    { name: `with-${type.toLowerCase()}` },
  );
const projecting = (type: string, source: JsonObject): Asked =>
  mirror(
    `projection ${type}`,
    { volumes: [{ name: "v", projected: { sources: [{ [type]: source }] } }] },
    { name: `projecting-${type.toLowerCase()}` },
  );

const MIRROR_PODS: readonly Asked[] = [
  mirror("no annotation", {}, { annotations: {} }),
  mirror("another node", { nodeName: "r2" }),
  mirror("no node", { nodeName: "" }),
  owned("no owner"),
  owned("two owners", OWNER, { ...OWNER, name: "r2" }),
  owned("another kind", { ...OWNER, kind: "Pod" }),
  owned("another version", { ...OWNER, apiVersion: "v2" }),
  owned("another owner", { ...OWNER, name: "r2" }),
  owned("no controller", { ...OWNER, controller: false }),
  owned("blocking", { ...OWNER, blockOwnerDeletion: true }),
  owned("another uid", { ...OWNER, uid: "wrong" }),
  mirror("a service account", { serviceAccountName: "account" }),
  mirror("a secret", { imagePullSecrets: [{ name: "s" }] }),
  mirror("a config map", { containers: [{ ...container, envFrom: [{ configMapRef: { name: "m" } }] }] }),
  mirror("a claim", { resourceClaims: [{ name: "r", resourceClaimName: "r" }] }),
  withVolume("configMap", { name: "m" }),
  withVolume("secret", { secretName: "s" }),
  withVolume("secret", {}),
  withVolume("configMap", {}),
  withVolume("csi", { driver: "d" }),
  withVolume("glusterfs", { endpoints: "e", path: "p" }),
  withVolume("persistentVolumeClaim", { claimName: "c" }),
  withVolume("ephemeral", {
    volumeClaimTemplate: {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
    },
  }),
  withVolume("azureFile", { secretName: "", shareName: "x" }),
  withVolume("hostPath", { path: "/" }),
  withVolume("emptyDir", {}),
  withVolume("nfs", { server: "s", path: "/" }),
  projecting("configMap", {}),
  projecting("secret", {}),
  projecting("serviceAccountToken", { path: "t" }),
  projecting("clusterTrustBundle", { name: "b", path: "t" }),
  projecting("downwardAPI", { items: [{ path: "p", fieldRef: { fieldPath: "metadata.name" } }] }),
  mirror("a projection of nothing", { volumes: [{ name: "v", projected: { sources: [{}] } }] }),
  mirror("right"),
  mirror("with a generated name", {}, { name: "", generateName: "m-" }),
  mirror(
    "refused with a generated name",
    { serviceAccountName: "account" },
    { name: "", generateName: "m-" },
  ),
];

const PODS: readonly Asked[] = [
  patches("another label of a pod", `${CORE}/pods/mine`, { metadata: { labels: { a: "b" } } }),
  deletes("a pod of another node", `${CORE}/pods/other`),
  deletes("a pod on no node", `${CORE}/pods/waiting`),
  deletes("a pod that is not there", `${CORE}/pods/nobody`),
  deletes("a collection of pods", `${CORE}/pods?labelSelector=a%3Db`),
  deletes("all pods", `${CORE}/pods`),
  deletes("the mirror pod", `${CORE}/pods/mirror`),
  patches("the status of a pod", `${CORE}/pods/mine/status`, { status: { phase: "Running" } }),
  patches("the status of another pod", `${CORE}/pods/other/status`, { status: { phase: "Running" } }),
  patches("labels by the status", `${CORE}/pods/mine/status`, { metadata: { labels: { a: "b" } } }),
  patches("annotations by the status", `${CORE}/pods/mine/status`, { metadata: { annotations: { a: "b" } } }),
  patches("claims by the status", `${CORE}/pods/mine/status`, {
    status: { resourceClaimStatuses: [{ name: "a", resourceClaimName: "b" }] },
  }),
  patches("claims of extended resources by the status", `${CORE}/pods/mine/status`, {
    status: { extendedResourceClaimStatus: { resourceClaimName: "b", requestMappings: [] } },
  }),
  creates("a binding", `${CORE}/pods/waiting/binding`, { target: { kind: "Node", name: "r1" } }),
  patches("ephemeral containers", `${CORE}/pods/mine/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ ...container, name: "e" }] },
  }),
  creates("an eviction elsewhere", `${CORE}/pods/other/eviction`, { metadata: { name: "other" } }),
  creates("an eviction of nobody", `${CORE}/pods/nobody/eviction`, { metadata: { name: "nobody" } }),
  creates("an eviction without a name", `${CORE}/pods/other/eviction`, {}),
  creates("an eviction", `${CORE}/pods/inline/eviction?dryRun=All`, { metadata: { name: "inline" } }),
];

const NODE = "/api/v1/nodes/r1";
const labels = (name: string, given: JsonObject, more?: Written): Asked =>
  patches(`labels: ${name}`, NODE, { metadata: { labels: given } }, more);

const NODES: readonly Asked[] = [
  creates("another Node", "/api/v1/nodes", { metadata: { name: "r3" } }),
  creates("a Node with a generated name", "/api/v1/nodes", { metadata: { generateName: "r" } }),
  patches("a label of another Node", "/api/v1/nodes/r2", { metadata: { labels: { a: "b" } } }),
  patches("the status of another Node", "/api/v1/nodes/r2/status", { status: { phase: "Running" } }),
  patches("its status", `${NODE}/status`, { status: { phase: "Running" } }),
  patches("labels by its status", `${NODE}/status`, { metadata: { labels: { "x.k8s.io/a": "b" } } }),
  deletes("another Node goes", "/api/v1/nodes/r2"),
  labels("of others", { "example.com/a": "2", "example.com/b": "1", plain: "" }),
  labels("of kubelets", {
    "kubelet.kubernetes.io/a": "",
    "x.kubelet.kubernetes.io/a": "",
    "node.kubernetes.io/a": "",
    "topology.kubernetes.io/zone": "z",
    "beta.kubernetes.io/os": "linux",
    "failure-domain.beta.kubernetes.io/region": "r",
  }),
  labels("of Kubernetes", {
    "kubernetes.io/z": "",
    "a.kubernetes.io/b": "",
    "k8s.io/c": "",
    "x.k8s.io/d": "",
  }),
  labels("that restrict nodes", {
    "node-restriction.kubernetes.io/a": "",
    "x.node-restriction.kubernetes.io/b": "",
    "notkubernetes.io/a": "",
  }),
  labels("the administrator's", { "node-restriction.kubernetes.io/a": "b" }, { as: "admin" }),
  labels("that the administrator gave, changed", { "node-restriction.kubernetes.io/a": "c" }),
  labels("that the administrator gave, gone", { "node-restriction.kubernetes.io/a": null }),
  patches("taints gone", NODE, { spec: { taints: null } }),
  patches("more taints", NODE, { spec: { taints: [{ key: "l", effect: "NoSchedule" }] } }),
  patches("owners", NODE, {
    metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
  }),
  patches("a source of configuration", NODE, {
    spec: { configSource: { configMap: { namespace: "a", name: "b", uid: "c", kubeletConfigKey: "d" } } },
  }),
  patches("unschedulable", NODE, { spec: { unschedulable: true } }),
  deletes("its Node goes", NODE),
  creates("its Node with forbidden labels", "/api/v1/nodes", {
    metadata: {
      name: "r1",
      labels: { "kubernetes.io/z": "", "a.k8s.io/b": "", "kubernetes.io/os": "linux" },
    },
  }),
  creates("its Node with a source of configuration", "/api/v1/nodes", {
    metadata: { name: "r1" },
    spec: { configSource: { configMap: { namespace: "a", name: "b", kubeletConfigKey: "d" } } },
  }),
  { ...mirror("the Node is gone"), uidOf: "/api/v1/nodes/r2" },
  creates("its Node", "/api/v1/nodes", {
    metadata: { name: "r1", labels: { "kubernetes.io/os": "linux" } },
    spec: { taints: [{ key: "k", effect: "NoSchedule" }] },
  }),
];

const token = (name: string, spec: JsonObject, uidOf?: string): Asked =>
  creates(
    `token: ${name}`,
    `${CORE}/serviceaccounts/account/token`,
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec },
    uidOf === undefined ? {} : { uidOf: `${CORE}/pods/${uidOf}` },
  );
const reference = (name: string, uid = "UID"): JsonObject => ({ apiVersion: "v1", kind: "Pod", name, uid });
const audience = (ofPod: string, ...audiences: string[]): Asked =>
  token(
    `for ${audiences.join(" and ") || "nobody"}, of ${ofPod}`,
    { audiences, boundObjectRef: reference(ofPod) },
    ofPod,
  );

const ACCOUNTS: readonly Asked[] = [
  token("not bound", {}),
  token("bound to a secret", { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "s", uid: "x" } }),
  token("bound to another version", { boundObjectRef: { ...reference("mine", "x"), apiVersion: "v2" } }),
  token("bound to nothing", { boundObjectRef: { apiVersion: "v1", kind: "Pod" } }),
  token("without a uid", { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "mine" } }),
  token("of a pod that is not there", { boundObjectRef: reference("nobody", "x") }),
  token("of another uid", { boundObjectRef: reference("mine", "x") }),
  audience("other", "named"),
  audience("mine", "named"),
  audience("mine", "of-a"),
  audience("mine", "granted"),
  audience("mine", "unknown"),
  audience("mine"),
  audience("mine", "named", "of-a"),
  audience("bound", "of-b"),
  audience("bound", "of-ebs"),
  audience("bound", "of-a"),
  audience("broken", "of-a"),
  audience("broken", "granted"),
  audience("inline", "of-ebs"),
  audience("unknown", "of-a"),
  patches("an account", `${CORE}/serviceaccounts/account`, { metadata: { labels: { a: "b" } } }),
];

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
const CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
const SLICES = "/apis/resource.k8s.io/v1/resourceslices";
const CLAIM = `${CORE}/persistentvolumeclaims/b`;

const request = (name: string, signerName: string, certificate: string): Asked =>
  creates(`certificate: ${name}`, "/apis/certificates.k8s.io/v1/certificatesigningrequests", {
    metadata: { generateName: "request-" },
    spec: {
      signerName,
      request: certificate,
      usages: ["digital signature", "key encipherment", "server auth"],
    },
  });
/** Made once with openssl: keys of ECDSA, the organization system:nodes, the common name system:node:r1 or system:node:r2. */
const OF_R1 =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQkN6Q0JzZ0lCQURBd01SVXdFd1lEVlFRS0RBeHplWE4wWlcwNmJtOWtaWE14RnpBVkJnTlZCQU1NRG5ONQpjM1JsYlRwdWIyUmxPbkl4TUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFRE1tcEJ1Zi9xWlJ2CkJZSE9NNE43R0ZkWlJNaVRXTWp4OUVnS0FlTVNwdU1PT05sWE9JQkhqaXdUR1luSk05cUNmL0U5VWxBcWJqOUIKOE1pWWJleldqcUFnTUI0R0NTcUdTSWIzRFFFSkRqRVJNQTh3RFFZRFZSMFJCQVl3QklJQ2NqRXdDZ1lJS29aSQp6ajBFQXdJRFNBQXdSUUlnRUowNS9YS1pJZjNaK1dvVkpwd3BZdW90QzMyTzNvZlFGMi9rUXdKbEdsY0NJUUN4CjZ2aThtemIrMFNxMkx3eWdZVXlaWHpEd0YvNjE4UzZrZjVhOVNpSU9SUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";
const OF_R2 =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQkREQ0JzZ0lCQURBd01SVXdFd1lEVlFRS0RBeHplWE4wWlcwNmJtOWtaWE14RnpBVkJnTlZCQU1NRG5ONQpjM1JsYlRwdWIyUmxPbkl5TUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFekVtQS8zQjdkQTA4Cm9ONzBvY2lSb2ozaGZoQTZTMHh6QUFwQVVtY0Zpb2ZHZWtnQllOdUZVbU9JeVlDK1NTQWQwaE1VeVhsN25Xdk4KbXJXYTl6SzF2NkFnTUI0R0NTcUdTSWIzRFFFSkRqRVJNQTh3RFFZRFZSMFJCQVl3QklJQ2NqSXdDZ1lJS29aSQp6ajBFQXdJRFNRQXdSZ0loQUptV2dydFg2T2MrYlkzbmxsd3gzU0VabFBmV0JJR3Z2bHdBczN5eEFYTDFBaUVBCmdUUkFsRGlhKzBOV3NwYzl0RlYrRXVEdTBYSVNjZWh2V1g5SCtRVWhGbFE9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";
const SERVING = "kubernetes.io/kubelet-serving";
const CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";

const OTHERS: readonly Asked[] = [
  creates("a lease elsewhere", LEASES.replace("kube-node-lease", "restricted"), { metadata: { name: "r1" } }),
  creates("a lease of another node", LEASES, { metadata: { name: "r3" } }),
  creates("its lease", LEASES, { metadata: { name: "r1" } }),
  patches("its lease changes", `${LEASES}/r1`, { metadata: { labels: { a: "b" } } }),
  patches("the lease of another node", `${LEASES}/r2`, { metadata: { labels: { a: "b" } } }),
  deletes("the lease of another node goes", `${LEASES}/r2`),
  creates("another CSINode", CSI_NODES, { metadata: { name: "r3" }, spec: { drivers: [] } }),
  creates("its CSINode", CSI_NODES, { metadata: { name: "r1" }, spec: { drivers: [] } }),
  patches("its CSINode changes", `${CSI_NODES}/r1`, { metadata: { labels: { a: "b" } } }),
  patches("another CSINode changes", `${CSI_NODES}/r2`, { metadata: { labels: { a: "b" } } }),
  deletes("another CSINode goes", `${CSI_NODES}/r2`),
  creates("a slice of another node", SLICES, slice("of-r3", "r3")),
  creates("a slice of all nodes", SLICES, {
    ...slice("of-all", "x"),
    spec: {
      driver: "d.example.com",
      allNodes: true,
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
    },
  }),
  creates("its slice", SLICES, slice("of-r1", "r1")),
  patches("a slice of another node changes", `${SLICES}/of-r2`, { metadata: { labels: { a: "b" } } }),
  deletes("a slice of another node goes", `${SLICES}/of-r2`),
  deletes("all slices go", SLICES),
  deletes("its slices go", `${SLICES}?fieldSelector=spec.nodeName%3Dr1`),
  patches("a claim", CLAIM, { metadata: { labels: { a: "b" } } }),
  deletes("a claim goes", CLAIM),
  patches("the status of a claim", `${CLAIM}/status`, {
    status: {
      capacity: { storage: "2" },
      conditions: [{ type: "Resizing", status: "True" }],
      allocatedResources: { storage: "2" },
      allocatedResourceStatuses: { storage: "NodeResizeInProgress" },
    },
  }),
  request("its own, serving", SERVING, OF_R1),
  request("another's, serving", SERVING, OF_R2),
  request("another's, as a client", CLIENT, OF_R2),
  request("another's, of another signer", "example.com/x", OF_R2),
  request("nonsense", SERVING, Buffer.from("x").toString("base64")),
  creates("an event", `${CORE}/events`, {
    metadata: { name: "e" },
    involvedObject: { kind: "Pod", namespace: "restricted", name: "other" },
  }),
  creates("a config map", `${CORE}/configmaps`, { metadata: { name: "m" } }),
  creates(
    "a pod of no node",
    `${CORE}/pods`,
    { metadata: { name: "p" }, spec: { containers: [container] } },
    {
      as: "nameless",
    },
  ),
  deletes("a pod by no node", `${CORE}/pods/other`, { as: "nameless" }),
  creates(
    "a pod by the administrator",
    `${CORE}/pods`,
    { metadata: { name: "p" }, spec: { containers: [container] } },
    {
      as: "admin",
    },
  ),
];

const POD_CERTIFICATES = "/apis/certificates.k8s.io/v1/namespaces/restricted/podcertificaterequests";

/** r1 requests a certificate for a pod. Without a key, the request is invalid if the plugin allows it. */
const podCertificate = (name: string, ofPod: string, spec: JsonObject = {}, more: Written = {}): Asked =>
  creates(
    `certificate of a pod: ${name}`,
    POD_CERTIFICATES,
    {
      metadata: { name: "c" },
      spec: {
        signerName: "example.com/named",
        podName: ofPod,
        podUID: "POD-UID",
        serviceAccountName: "account",
        serviceAccountUID: "ACCOUNT-UID",
        nodeName: "r1",
        nodeUID: "NODE-UID",
        ...spec,
      },
    },
    {
      uidOf: {
        "NODE-UID": "/api/v1/nodes/r1",
        "POD-UID": `${CORE}/pods/${ofPod}`,
        "ACCOUNT-UID": `${CORE}/serviceaccounts/account`,
      },
      ...more,
    },
  );

const POD_CERTIFICATE_REQUESTS: readonly Asked[] = [
  podCertificate("of a signer that it names", "certified"),
  podCertificate("of a signer that is granted", "certified", { signerName: "example.com/granted" }),
  podCertificate("of another signer", "certified", { signerName: "example.com/other" }),
  podCertificate("without a volume", "mine"),
  podCertificate("another node", "certified", { nodeName: "r2" }),
  podCertificate("another uid of the node", "certified", { nodeUID: "wrong" }),
  podCertificate("another uid of the pod", "certified", { podUID: "wrong" }),
  podCertificate("another uid of the account", "certified", { serviceAccountUID: "wrong" }),
  podCertificate("another account", "certified", { serviceAccountName: "default" }),
  podCertificate("a pod elsewhere", "other"),
  podCertificate("a pod that is not there", "certified", { podName: "nobody" }),
  podCertificate("a mirror pod", "with-hostpath"),
  deletes("all certificates of pods go", POD_CERTIFICATES),
];

/** The messages end with the difference of the objects in the reference's internal form. */
const CLAIM_REFUSALS: readonly Asked[] = [
  patches("the phase of a claim", `${CLAIM}/status`, { status: { phase: "Lost" } }),
  patches("many changes of a claim", `${CLAIM}/status`, {
    metadata: { annotations: { a: "<&>", b: "c" }, finalizers: null },
    spec: { volumeName: "x" },
    status: { phase: "Lost", capacity: { storage: "7" } },
  }),
  patches("labels by the status of a claim", `${CLAIM}/status`, { metadata: { labels: { c: "d" } } }),
];

const USERS = `r1-token,system:node:r1,r1-uid,"system:nodes"\nnameless-token,system:node:,nameless-uid,"system:nodes"\n`;

export const RESTRICTION_SITUATIONS: readonly Situation[] = [
  {
    name: "what nodes write",
    flags: [WITH_USERS, "--authorization-mode=Node,RBAC", "--enable-admission-plugins=NodeRestriction"],
    files: () => ({ "tokens.csv": TOKENS + USERS }),
    asked: [
      ...OBJECTS,
      ...MIRROR_PODS,
      ...PODS,
      ...ACCOUNTS,
      ...OTHERS,
      ...POD_CERTIFICATE_REQUESTS,
      ...CLAIM_REFUSALS,
      ...NODES,
    ],
  },
];
