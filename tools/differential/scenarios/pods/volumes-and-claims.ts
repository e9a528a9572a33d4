import { DRY, Scenario } from "../scenario.ts";

const PVS = "/api/v1/persistentvolumes";
const CLAIMS = "/api/v1/namespaces/{{ns}}/persistentvolumeclaims";
const secretRef = { name: "s", namespace: "n" };
const CSI = { driver: "d", volumeHandle: "h" };
const IQN = "iqn.2001-04.com.example:storage";

const VOLUME = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
const affinity = (...nodeSelectorTerms: object[]): object => ({
  nodeAffinity: { required: { nodeSelectorTerms } },
});

/** Sources of volumes. */
const SOURCES: readonly object[] = [
  { hostPath: {} },
  { hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" },
  { nfs: {} },
  { iscsi: {} },
  { iscsi: { targetPortal: "p", iqn: "x", lun: -1, chapAuthDiscovery: true, secretRef: {} } },
  ...[IQN, "iqn.x", "eui.0123456789abcdef", "eui.1", "naa.50014051efb4cd05", "naa.1", "odd"].flatMap(
    (iqn) => [
      { iscsi: { targetPortal: "p", iqn, lun: 1 } },
      { iscsi: { targetPortal: "p", iqn: IQN, lun: 1, initiatorName: iqn } },
    ],
  ),
  { iscsi: { targetPortal: "p".repeat(64), iqn: IQN, lun: 1, initiatorName: IQN } },
  { glusterfs: {} },
  ...["", "N_", "ok"].map((endpointsNamespace) => ({
    glusterfs: { endpoints: "e", path: "p", endpointsNamespace },
  })),
  { flocker: {} },
  { flocker: { datasetName: "a/b", datasetUUID: "u" } },
  { rbd: {} },
  { cinder: {} },
  { cinder: { volumeID: "v", secretRef: {} } },
  { cephfs: {} },
  { cephfs: { monitors: ["m"], secretRef } },
  { quobyte: {} },
  { quobyte: { registry: "a", volume: "v", tenant: "t".repeat(65) } },
  { fc: {} },
  { fc: { targetWWNs: ["a"], wwids: ["b"] } },
  { fc: { targetWWNs: ["a"], lun: 256 } },
  { flexVolume: {} },
  { flexVolume: { driver: "d", options: { "a.k8s.io/b": "c" }, secretRef } },
  { azureFile: {} },
  { azureFile: { secretName: "s", shareName: "h", secretNamespace: "" } },
  { azureDisk: {} },
  { azureDisk: { diskName: "d", diskURI: "u", kind: "Managed", cachingMode: "Odd" } },
  { vsphereVolume: {} },
  { photonPersistentDisk: {} },
  { photonPersistentDisk: { pdID: "d" } },
  { portworxVolume: {} },
  { scaleIO: {} },
  { scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef } },
  { storageos: {} },
  { storageos: { volumeName: "V_", volumeNamespace: "N_", secretRef: {} } },
  { gcePersistentDisk: {} },
  { gcePersistentDisk: { pdName: "p", partition: 300 } },
  { awsElasticBlockStore: {} },
  { awsElasticBlockStore: { volumeID: "v", partition: 300 } },
  { local: {} },
  { local: { path: "../a" }, ...affinity({}) },
  {
    local: { path: "/a", fsType: "x" },
    ...affinity({ matchExpressions: [{ key: "a", operator: "Exists" }] }),
  },
  { csi: {} },
  { csi: { driver: "D_", volumeHandle: "" } },
  { csi: { ...CSI, driver: "d".repeat(64) } },
  ...[
    "controllerPublishSecretRef",
    "nodeStageSecretRef",
    "nodePublishSecretRef",
    "controllerExpandSecretRef",
    "nodeExpandSecretRef",
  ].flatMap((field) => [
    { csi: { ...CSI, [field]: {} } },
    { csi: { ...CSI, [field]: { name: "S_", namespace: "N_" } } },
  ]),
];
const EMPTY = SOURCES.filter((one) => JSON.stringify(Object.values(one)) === "[{}]");

const SPECS: readonly object[] = [
  { capacity: { storage: "-1" } },
  { accessModes: ["Odd"] },
  { persistentVolumeReclaimPolicy: "Recycle" },
  { volumeAttributesClassName: "V_" },
  { mountOptions: ["a", ""] },
  { nodeAffinity: {} },
  affinity({ matchExpressions: [{ key: "a b", operator: "Odd" }] }),
];

/** Volumes that are not stored. */
export function volumesSources(): Scenario {
  const s = new Scenario("volumes-sources");
  const send = (spec: object, metadata: object = {}): string =>
    s.post(PVS, { metadata: { name: "v-{{id}}", ...metadata }, spec: { ...VOLUME, ...spec } }, DRY);
  for (const source of SOURCES) send(source);
  for (const source of EMPTY) send({ csi: CSI, ...source });
  for (const source of EMPTY) send({ hostPath: { path: "/a" }, ...source });
  for (const spec of SPECS) send({ csi: CSI, ...spec });
  for (const annotations of [
    { "volume.beta.kubernetes.io/storage-class": "x" },
    { "volume.beta.kubernetes.io/mount-options": "x" },
  ])
    send({ csi: CSI }, { annotations });
  send({ csi: CSI }, { name: "A_" });
  return s;
}

type Change = readonly [from: object, to: object];
const VOLUME_CHANGES: readonly Change[] = [
  [{ csi: CSI }, { csi: { ...CSI, driver: "e" } }],
  [{ csi: CSI }, { csi: { ...CSI, controllerExpandSecretRef: secretRef } }],
  [{ csi: { ...CSI, controllerExpandSecretRef: secretRef } }, { csi: CSI }],
  [{ csi: CSI }, { csi: { ...CSI, nodeExpandSecretRef: secretRef } }],
  [{ csi: CSI }, { hostPath: { path: "/a" } }],
  [{ csi: CSI }, { csi: CSI, capacity: { storage: "2Gi" } }],
  [{ csi: CSI }, { csi: CSI, volumeMode: "Block" }],
  [{ csi: CSI }, { csi: CSI, accessModes: ["ReadOnlyMany"] }],
  [{ csi: CSI }, { csi: CSI, volumeAttributesClassName: "v" }],
  [{ csi: CSI, volumeAttributesClassName: "v" }, { csi: CSI }],
  [
    { csi: CSI, volumeAttributesClassName: "v" },
    { csi: CSI, volumeAttributesClassName: "w" },
  ],
  [
    { csi: CSI, volumeAttributesClassName: "v" },
    { csi: CSI, volumeAttributesClassName: "" },
  ],
  [{ csi: CSI }, { csi: CSI, ...affinity({ matchExpressions: [{ key: "a", operator: "Exists" }] }) }],
  [{ csi: CSI, ...affinity({ matchExpressions: [{ key: "a", operator: "Exists" }] }) }, { csi: CSI }],
  [
    { csi: CSI, ...affinity({ matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }] }) },
    { csi: CSI, ...affinity({ matchExpressions: [{ key: "kubernetes.io/os", operator: "Exists" }] }) },
  ],
  [
    { csi: CSI, ...affinity({ matchExpressions: [{ key: "a", operator: "Exists" }] }) },
    { csi: CSI, ...affinity({ matchExpressions: [{ key: "b", operator: "Exists" }] }) },
  ],
  [
    { csi: CSI },
    {
      csi: CSI,
      claimRef: { namespace: "n", name: "c" },
      persistentVolumeReclaimPolicy: "Delete",
      storageClassName: "x",
    },
  ],
  [{ hostPath: { path: "/a" } }, { hostPath: { path: "/b" } }],
];

export function volumesUpdates(): Scenario {
  const s = new Scenario("volumes-updates");
  for (const [index, [from, to]] of VOLUME_CHANGES.entries()) {
    const name = `v${index}-{{id}}`;
    const body = (spec: object): object => ({ metadata: { name }, spec: { ...VOLUME, ...spec } });
    s.post(PVS, body(from));
    s.put(`${PVS}/${name}`, body(to));
    s.removes(`${PVS}/${name}`);
  }
  const at = `${PVS}/v0-{{id}}/status`;
  for (const status of [
    { phase: "Odd" },
    { phase: "Bound", message: "m", reason: "r" },
    { lastPhaseTransitionTime: "x" },
    {},
  ]) {
    s.patch("merge", at, { status });
    s.put(at, { metadata: { name: "v0-{{id}}" }, status });
  }
  return s;
}

const CLAIM = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const source = (more: object): object => ({ kind: "PersistentVolumeClaim", name: "b", ...more });
const CLAIM_SPECS: readonly object[] = [
  { accessModes: ["Odd"] },
  { accessModes: ["ReadWriteOncePod", "ReadWriteMany"] },
  { resources: { requests: { storage: "0" } } },
  { resources: { requests: { storage: "1.5" }, limits: { storage: "0.5" } } },
  { selector: { matchLabels: { "a b": "c d" } } },
  { selector: { matchExpressions: [{ key: "a", operator: "Odd" }] } },
  { storageClassName: "S_" },
  { volumeAttributesClassName: "V_" },
  { dataSource: {} },
  { dataSource: source({ kind: "Other", apiGroup: "A_b" }) },
  { dataSourceRef: {} },
  { dataSourceRef: source({ kind: "Other", apiGroup: "A_b" }) },
  { dataSourceRef: source({ kind: "Other", apiGroup: "x.y", namespace: "N_" }) },
  { dataSourceRef: source({ namespace: "n" }), dataSource: source({}) },
  { dataSourceRef: source({}), dataSource: source({ name: "c" }) },
];

export function volumesClaims(): Scenario {
  const s = new Scenario("volumes-claims");
  for (const spec of CLAIM_SPECS)
    s.post(CLAIMS, { metadata: { name: "c" }, spec: { ...CLAIM, ...spec } }, DRY);
  for (const spec of CLAIM_SPECS)
    s.post(
      "/apis/apps/v1/namespaces/{{ns}}/statefulsets",
      {
        metadata: { name: "c" },
        spec: {
          selector: { matchLabels: { a: "b" } },
          serviceName: "s",
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
          volumeClaimTemplates: [{ metadata: { name: "v" }, spec: { ...CLAIM, ...spec } }],
        },
      },
      DRY,
    );
  return s;
}

const requests = (storage: string): object => ({ resources: { requests: { storage } } });
const CLAIM_CHANGES: readonly (readonly [from: object, status: object, to: object, metadata?: object])[] = [
  [{}, {}, requests("2Gi")],
  [{}, { phase: "Bound" }, requests("2Gi")],
  [requests("2Gi"), { phase: "Bound", capacity: { storage: "1Gi" } }, requests("1500Mi")],
  [requests("2Gi"), { phase: "Bound", capacity: { storage: "2Gi" } }, requests("1Gi")],
  [{}, { phase: "Bound" }, { resources: { requests: { storage: "1Gi" }, limits: { storage: "3Gi" } } }],
  [{}, {}, { volumeName: "v" }],
  [{ volumeName: "v" }, {}, { volumeName: "w" }],
  [{}, {}, { storageClassName: "x" }],
  [{ storageClassName: "x" }, {}, { storageClassName: "y" }],
  [{ storageClassName: "" }, {}, { storageClassName: "y" }],
  [{}, { phase: "Bound" }, { storageClassName: "y" }],
  [{}, {}, { volumeMode: "Block" }],
  [{}, {}, { accessModes: ["ReadOnlyMany"] }],
  [{}, {}, { volumeAttributesClassName: "v" }],
  [{ volumeAttributesClassName: "v" }, {}, {}],
  [{ volumeAttributesClassName: "v" }, { currentVolumeAttributesClassName: "v" }, {}],
  [
    { volumeAttributesClassName: "v" },
    { currentVolumeAttributesClassName: "v" },
    { volumeAttributesClassName: "w" },
  ],
  [
    { volumeAttributesClassName: "v" },
    { currentVolumeAttributesClassName: "v" },
    { volumeAttributesClassName: "" },
  ],
  [{ dataSource: source({}) }, {}, {}],
  [{ dataSource: source({}) }, {}, { dataSource: source({ name: "c" }) }],
  [
    { dataSource: source({ kind: "Other", apiGroup: "x.y" }) },
    {},
    { dataSource: source({ kind: "Other", apiGroup: "x.y" }), volumeName: "v" },
  ],
  [{}, {}, {}, { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } }],
  [
    { storageClassName: "x" },
    {},
    { storageClassName: "x" },
    { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
  ],
];
const CLAIM_STATUSES: readonly object[] = [
  { phase: "Odd" },
  {
    conditions: [
      { type: "Resizing", status: "True" },
      { type: "", status: "Odd" },
    ],
  },
  { allocatedResources: { storage: "-1" } },
  { allocatedResources: { "a.b/c": "1", d: "1" } },
  { allocatedResources: { storage: "500m" } },
  {
    allocatedResourceStatuses: {
      storage: "ControllerResizeInProgress",
      cpu: "x",
      "a.b/c": "NodeResizePending",
    },
  },
];

export function volumesClaimUpdates(): Scenario {
  const s = new Scenario("volumes-claim-updates");
  s.post("/apis/storage.k8s.io/v1/storageclasses", {
    metadata: { name: "grows-{{id}}" },
    provisioner: "p",
    allowVolumeExpansion: true,
  });
  s.removes("/apis/storage.k8s.io/v1/storageclasses/grows-{{id}}");
  for (const [index, [from, status, to, metadata]] of CLAIM_CHANGES.entries())
    for (const classed of [{}, { storageClassName: "grows-{{id}}" }]) {
      const name = `c${index}-${Object.keys(classed).length}`;
      const body = (spec: object, more: object = {}): object => ({
        metadata: { name, ...more },
        spec: { ...CLAIM, ...classed, ...spec },
      });
      s.post(CLAIMS, body(from));
      s.patch("merge", `${CLAIMS}/${name}/status`, { status });
      s.put(`${CLAIMS}/${name}`, body(to, metadata));
      s.patch("merge", `${CLAIMS}/${name}`, { spec: to });
    }
  for (const status of CLAIM_STATUSES) {
    s.patch("merge", `${CLAIMS}/c0-0/status`, { status });
    s.put(`${CLAIMS}/c1-0/status`, { metadata: { name: "c1-0" }, spec: CLAIM, status });
  }
  return s;
}
