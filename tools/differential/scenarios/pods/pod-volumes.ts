import { Scenario } from "../scenario.ts";
import { type PodRow, specs, tryPods, tryTemplates } from "./pod-tables.ts";

const volumes = (sources: readonly object[]): PodRow[] =>
  sources.map((source) => ({ spec: { volumes: [{ name: "v", ...source }] } }));
const projected = (sources: readonly object[], more: object = {}): object => ({
  projected: { sources, ...more },
});
const signed = (more: object): object =>
  projected([
    { podCertificate: { signerName: "a.b/c", keyType: "ED25519", credentialBundlePath: "b", ...more } },
  ]);
const trusted = (more: object): object => projected([{ clusterTrustBundle: { path: "p", ...more } }]);
const file = (more: object): object => ({ downwardAPI: { items: [{ path: "p", ...more }] } });
const claim = (spec: object, metadata: object = {}): object => ({
  ephemeral: { volumeClaimTemplate: { metadata, spec } },
});
const secretRef = { name: "s" };
const CLAIM = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

const PATHS = ["", "a", "/a", "../a", "a/../b", "..a", "a/..b", "..", ".", "a/", "..data"];
const MODES = [0, 511, 512, -1];

/** Volumes of every cluster: files from other objects, empty folders and folders of the host. */
const FILES: readonly object[] = [
  { name: "" },
  { hostPath: {} },
  { hostPath: { path: "/a/.." } },
  { hostPath: { path: "/a", type: "odd" } },
  { secret: {} },
  { secret: { secretName: "s", items: [{}] } },
  { configMap: {} },
  { configMap: { name: "m", items: [{ key: "k" }, { path: "x" }], optional: true } },
  ...MODES.flatMap((mode) => [
    { secret: { secretName: "s", defaultMode: mode } },
    { configMap: { name: "m", defaultMode: mode } },
    { configMap: { name: "m", items: [{ key: "k", path: "p", mode }] } },
    { downwardAPI: { defaultMode: mode, items: [] } },
    file({ fieldRef: { fieldPath: "metadata.name" }, mode }),
    projected([], { defaultMode: mode }),
  ]),
  ...PATHS.flatMap((path) => [
    { secret: { secretName: "s", items: [{ key: "k", path }] } },
    { downwardAPI: { items: [{ path, fieldRef: { fieldPath: "metadata.name" } }] } },
    projected([{ serviceAccountToken: { path } }]),
  ]),
  { persistentVolumeClaim: {} },
  { image: {} },
];

const DOWNWARD: readonly object[] = [
  file({}),
  file({ fieldRef: {} }),
  file({ fieldRef: { fieldPath: "metadata.name", apiVersion: "v2" } }),
  file({ fieldRef: { fieldPath: "metadata.labels['a b']" } }),
  file({ fieldRef: { fieldPath: "metadata.name['a']" } }),
  file({ fieldRef: { fieldPath: "status.podIP" } }),
  file({ fieldRef: { fieldPath: "none" } }),
  file({ resourceFieldRef: {} }),
  file({ resourceFieldRef: { containerName: "c" } }),
  file({ resourceFieldRef: { containerName: "c", resource: "limits.gpu" } }),
  file({ resourceFieldRef: { containerName: "c", resource: "limits.cpu", divisor: "2m" } }),
  file({
    fieldRef: { fieldPath: "metadata.name" },
    resourceFieldRef: { containerName: "c", resource: "limits.cpu" },
  }),
];

const PROJECTED: readonly object[] = [
  projected([{}]),
  { projected: {} },
  projected([{ secret: {} }, { configMap: {} }, { downwardAPI: {} }, { serviceAccountToken: {} }]),
  projected([
    { secret: { name: "s", items: [{ key: "k", path: "p" }] } },
    { configMap: { name: "m", items: [{ key: "k", path: "p" }] } },
  ]),
  projected([
    { downwardAPI: { items: [{ path: "p" }, { path: "p", fieldRef: { fieldPath: "metadata.uid" } }] } },
  ]),
  projected([{ secret: { name: "s" }, configMap: { name: "m" } }]),
  ...[599, 600, 4294967296, 4294967297, -1, 0].map((expirationSeconds) =>
    projected([{ serviceAccountToken: { path: "t", expirationSeconds, audience: "a" } }]),
  ),
  trusted({}),
  trusted({ name: "n", signerName: "a.b/c" }),
  trusted({ name: "" }),
  trusted({ name: "N_" }),
  trusted({ name: "a.b:c:d" }),
  trusted({ name: "a.b:c:D_" }),
  trusted({ name: "n", labelSelector: {} }),
  trusted({ name: "n", optional: true, path: "" }),
  trusted({ name: "n", path: "../x" }),
  trusted({ signerName: "" }),
  trusted({ signerName: "a" }),
  trusted({ signerName: "a.b/c", labelSelector: { matchLabels: { "a b": "c d" } } }),
  trusted({ signerName: "a.b/c", labelSelector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
  projected([
    { clusterTrustBundle: { name: "a", path: "p" } },
    { clusterTrustBundle: { name: "b", path: "p" } },
  ]),
  signed({}),
  ...[
    "",
    "a",
    "a/b",
    "a.b/",
    "/c",
    "A.b/c",
    "a.b/c/d",
    "a.b/C_.d",
    `${"a".repeat(64)}.b/c`,
    `a.b/${"c".repeat(254)}`,
    "kubernetes.io/x",
  ].map((signerName) => signed({ signerName })),
  signed({ keyType: "" }),
  signed({ keyType: "RSA1" }),
  ...[3599, 3600, 86400, 86401, 7862400, 7862401].flatMap((maxExpirationSeconds) => [
    signed({ maxExpirationSeconds }),
    signed({ maxExpirationSeconds, signerName: "x.kubernetes.io/y" }),
  ]),
  signed({ credentialBundlePath: "" }),
  signed({ credentialBundlePath: "/x", keyPath: "../y", certificateChainPath: "..z" }),
  signed({ keyPath: "b", certificateChainPath: "b" }),
  signed({ userAnnotations: { "a.b/c": "d" } }),
  signed({ userAnnotations: { c: "d" } }),
  signed({ userAnnotations: { "A.B/C": "d" } }),
  signed({ userAnnotations: { "a b/c d": "x" } }),
  projected([{ podCertificate: {} }]),
];

/** Sources of vendors; CSI has replaced most of them. */
const VENDORS: readonly object[] = [
  { gitRepo: {} },
  { gitRepo: { repository: "r", directory: "../d", revision: "1" } },
  { gitRepo: { repository: "r", directory: "/d" } },
  { gcePersistentDisk: {} },
  { gcePersistentDisk: { pdName: "d", partition: 256, fsType: "x", readOnly: true } },
  { awsElasticBlockStore: {} },
  { awsElasticBlockStore: { volumeID: "d", partition: -1 } },
  { nfs: {} },
  { nfs: { server: "s", path: "a" } },
  { nfs: { server: "s", path: "/a", readOnly: true } },
  { iscsi: {} },
  { iscsi: { targetPortal: "p", iqn: "x", lun: 256, chapAuthSession: true } },
  ...[
    "iqn.2001-04.com.example:storage",
    "iqn.x",
    "eui.0123456789abcdef",
    "eui.1",
    "naa.50014051efb4cd05",
    "naa.1",
    "iqn.2001-04.com.example",
  ].flatMap((iqn) => [
    { iscsi: { targetPortal: "p", iqn, lun: 0 } },
    { iscsi: { targetPortal: "p", iqn: "iqn.2001-04.com.example:a", lun: 1, initiatorName: iqn, secretRef } },
  ]),
  { iscsi: { targetPortal: "p", iqn: "iqn.2001-04.com.example:a", lun: 1, initiatorName: "none" } },
  {
    iscsi: {
      targetPortal: "p".repeat(70),
      iqn: "iqn.2001-04.com.example:a",
      lun: 1,
      initiatorName: "iqn.2001-04.com.example:b",
      iscsiInterface: "i",
    },
  },
  { glusterfs: {} },
  { glusterfs: { endpoints: "e", path: "p" } },
  { flocker: {} },
  { flocker: { datasetName: "a/b", datasetUUID: "u" } },
  { flocker: { datasetName: "a" } },
  { rbd: {} },
  { rbd: { monitors: ["m"], image: "i" } },
  { rbd: { monitors: ["m"], image: "i", pool: "p", user: "u", keyring: "k", secretRef, fsType: "f" } },
  { cinder: {} },
  { cinder: { volumeID: "v", secretRef: {} } },
  { cephfs: {} },
  { cephfs: { monitors: ["m"], user: "u", secretRef } },
  { quobyte: {} },
  { quobyte: { registry: "a", volume: "", tenant: "t".repeat(65) } },
  { quobyte: { registry: "a:1,b", volume: "v" } },
  { quobyte: { registry: "a:1,[::1]:2", volume: "v", tenant: "t".repeat(65) } },
  { fc: {} },
  { fc: { targetWWNs: ["a"], wwids: ["b"] } },
  { fc: { targetWWNs: ["a"], lun: 256 } },
  { fc: { wwids: ["b"], lun: 300 } },
  { flexVolume: {} },
  { flexVolume: { driver: "d", options: { "a.kubernetes.io/b": "c" } } },
  { flexVolume: { driver: "d", options: { "K8S.io": "c" } } },
  { flexVolume: { driver: "d", options: { "xk8s.io/a": "c" }, secretRef: {} } },
  { azureFile: {} },
  { azureFile: { secretName: "s", shareName: "h" } },
  { azureDisk: {} },
  { azureDisk: { diskName: "d", diskURI: "u" } },
  { azureDisk: { diskName: "d", diskURI: "u", kind: "Managed", cachingMode: "Odd" } },
  { azureDisk: { diskName: "d", diskURI: "u", kind: "Dedicated" } },
  {
    azureDisk: {
      diskName: "d",
      diskURI: "https://u",
      kind: "Odd",
      cachingMode: "None",
      fsType: "x",
      readOnly: true,
    },
  },
  { azureDisk: { diskName: "d", diskURI: "/subscriptions/x", kind: "Managed" } },
  { vsphereVolume: {} },
  { vsphereVolume: { volumePath: "p", storagePolicyName: "s" } },
  { photonPersistentDisk: {} },
  { photonPersistentDisk: { pdID: "p" } },
  { portworxVolume: {} },
  { portworxVolume: { volumeID: "p" } },
  { scaleIO: {} },
  { scaleIO: { gateway: "g", system: "s", secretRef, volumeName: "v" } },
  { storageos: {} },
  { storageos: { volumeName: "V_", volumeNamespace: "N_", secretRef: {} } },
  { storageos: { volumeName: "v", volumeNamespace: "n", secretRef } },
  { csi: {} },
  { csi: { driver: "D_", nodePublishSecretRef: {} } },
  { csi: { driver: "d", nodePublishSecretRef: { name: "S_" } } },
  { csi: { driver: "d".repeat(64), fsType: "f", volumeAttributes: { a: "b" } } },
];

const EPHEMERAL: readonly object[] = [
  { ephemeral: {} },
  claim({}),
  claim(CLAIM, { labels: { "a b": "c" }, annotations: { "a b": "c" } }),
  claim(CLAIM, { name: "x", namespace: "y", ownerReferences: [{}], generateName: "g" }),
  claim({ ...CLAIM, volumeMode: "Block", dataSource: { kind: "A", name: "b" } }),
  claim({ ...CLAIM, selector: { matchLabels: { a: "b c" } }, volumeAttributesClassName: "A_" }),
  { name: "a\nb", ...claim(CLAIM) },
  { name: "", ...claim(CLAIM) },
];

/** Two sources in one volume, two volumes of one name, claims that an ephemeral volume makes. */
function together(): PodRow[] {
  const sources = [...VENDORS, ...FILES, ...EPHEMERAL].filter((one) =>
    Object.values(one).every((value) => JSON.stringify(value) === "{}"),
  );
  const names = [...new Set(sources.flatMap((one) => Object.keys(one)))];
  const pairs = names.map((name) => ({ emptyDir: {}, [name]: {} }));
  const pod = (list: readonly object[]): object => ({ volumes: list });
  return [
    ...volumes(pairs),
    ...specs([
      pod([
        { name: "v", emptyDir: {} },
        { name: "v", emptyDir: {} },
      ]),
      pod([
        { name: "v", ...claim(CLAIM) },
        { name: "w", persistentVolumeClaim: { claimName: "p-v" } },
      ]),
      {
        ...pod([projected([{ serviceAccountToken: { path: "a" } }])].map((one) => ({ name: "v", ...one }))),
        automountServiceAccountToken: false,
      },
      { volumes: [{ name: "v", image: { reference: "r" } }], os: { name: "windows" } },
    ]),
  ];
}

export function podVolumesFiles(): Scenario {
  const s = new Scenario("pod-volumes-files");
  tryPods(s, volumes([...FILES, ...DOWNWARD]));
  return s;
}

export function podVolumesProjected(): Scenario {
  const s = new Scenario("pod-volumes-projected");
  tryPods(s, volumes([...PROJECTED, ...EPHEMERAL]));
  return s;
}

export function podVolumesVendors(): Scenario {
  const s = new Scenario("pod-volumes-vendors");
  tryPods(s, [...volumes(VENDORS), ...together()]);
  return s;
}

/** Templates differ in the references that they allow, and in their warnings. */
export function podVolumesTemplates(): Scenario {
  const s = new Scenario("pod-volumes-templates");
  const some = [...VENDORS, ...PROJECTED].filter((_, index) => index % 4 === 0);
  tryTemplates(s, [...volumes([...some, ...EPHEMERAL]), ...together().slice(-3)]);
  return s;
}
