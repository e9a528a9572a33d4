import type { JsonObject } from "../../src/json/value.ts";
import type { Asked } from "./case.ts";

/** The administrator makes an object; the name of the question is its path. */
export const made = (path: string, object: JsonObject): Asked => ({
  name: `POST ${path} ${JSON.stringify(object.metadata)}`,
  method: "POST",
  path,
  body: object,
  brief: true,
});

const CORE = "/api/v1/namespaces/on-node";
const container = (name: string, more: JsonObject = {}): JsonObject => ({ name, image: "i", ...more });

export const pod = (
  name: string,
  nodeName: string,
  spec: JsonObject = {},
  metadata: JsonObject = {},
): Asked =>
  made(`${CORE}/pods`, {
    metadata: { name, ...metadata },
    spec: { nodeName, containers: [container("c")], ...spec },
  });

/** Names end with the place that names them. */
const EVERYTHING: JsonObject = {
  serviceAccountName: "account",
  imagePullSecrets: [{ name: "s-pull" }],
  initContainers: [container("init", { envFrom: [{ secretRef: { name: "s-init" } }] })],
  containers: [
    container("c", {
      envFrom: [{ secretRef: { name: "s-from" } }, { configMapRef: { name: "m-from" } }],
      env: [
        { name: "A", valueFrom: { secretKeyRef: { name: "s-key", key: "k" } } },
        { name: "B", valueFrom: { configMapKeyRef: { name: "m-key", key: "k" } } },
      ],
      resources: { claims: [{ name: "named" }, { name: "made" }] },
    }),
  ],
  resourceClaims: [
    { name: "named", resourceClaimName: "r-named" },
    { name: "made", resourceClaimTemplateName: "template" },
  ],
  volumes: [
    { name: "azure", azureFile: { secretName: "s-azure", shareName: "x" } },
    { name: "ceph", cephfs: { monitors: ["m"], secretRef: { name: "s-ceph" } } },
    { name: "cinder", cinder: { volumeID: "v", secretRef: { name: "s-cinder" } } },
    { name: "csi", csi: { driver: "d", nodePublishSecretRef: { name: "s-csi" } } },
    { name: "flex", flexVolume: { driver: "a/d", secretRef: { name: "s-flex" } } },
    {
      name: "iscsi",
      iscsi: { targetPortal: "1.2.3.4:3260", iqn: "iqn.2000-01.x:y", lun: 1, secretRef: { name: "s-iscsi" } },
    },
    { name: "rbd", rbd: { monitors: ["m"], image: "i", secretRef: { name: "s-rbd" } } },
    {
      name: "scaleio",
      scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef: { name: "s-scaleio" } },
    },
    { name: "storageos", storageos: { volumeName: "v", secretRef: { name: "s-storageos" } } },
    { name: "secret", secret: { secretName: "s-volume" } },
    { name: "map", configMap: { name: "m-volume" } },
    {
      name: "projected",
      projected: { sources: [{ secret: { name: "s-projected" } }, { configMap: { name: "m-projected" } }] },
    },
    { name: "claim", persistentVolumeClaim: { claimName: "claim" } },
    {
      name: "own",
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
        },
      },
    },
  ],
};

export const SECRETS = [
  ..."pull init from key azure ceph cinder csi flex iscsi rbd scaleio storageos volume projected".split(" "),
  ..."mirror waiting none ephemeral".split(" "),
].map((place) => `s-${place}`);
export const CONFIG_MAPS = ["m-from", "m-key", "m-volume", "m-projected", "m-none"];

const volume = (name: string, source: JsonObject, claim: string | undefined = "claim"): Asked =>
  made("/api/v1/persistentvolumes", {
    metadata: { name: `on-node-${name}` },
    spec: {
      capacity: { storage: "1" },
      accessModes: ["ReadWriteOnce"],
      ...(claim === undefined ? {} : { claimRef: { namespace: "on-node", name: claim } }),
      ...source,
    },
  });
const secretOf = (name: string, namespace = "elsewhere") => ({ name: `v-${name}`, namespace });

/** Secrets in namespace `elsewhere`, except those of sources that name no namespace. */
export const VOLUME_SECRETS = [
  ..."azure azure-there cinder ceph flex iscsi rbd rbd-here scaleio".split(" "),
  ..."publish stage expand controller other unbound".split(" "),
];
export const VOLUMES = [
  ..."azure azure-there cinder ceph flex iscsi rbd rbd-here scaleio csi other unbound".split(" "),
].map((name) => `on-node-${name}`);

/** Everything that has to do with the node n1, directly or not, and some that has not. */
export const OBJECTS: readonly Asked[] = [
  made("/api/v1/namespaces", { metadata: { name: "on-node" } }),
  pod("all", "n1", EVERYTHING),
  pod("other", "n2", { imagePullSecrets: [{ name: "s-pull" }] }),
  pod(
    "mirror",
    "n1",
    { imagePullSecrets: [{ name: "s-mirror" }] },
    {
      annotations: { "kubernetes.io/config.mirror": "x" },
    },
  ),
  pod("waiting", "", { imagePullSecrets: [{ name: "s-waiting" }] }),
  volume("azure", { azureFile: { secretName: "v-azure", shareName: "x" } }),
  volume("azure-there", {
    azureFile: { secretName: "v-azure-there", secretNamespace: "elsewhere", shareName: "x" },
  }),
  volume("cinder", { cinder: { volumeID: "v", secretRef: secretOf("cinder") } }),
  volume("ceph", { cephfs: { monitors: ["m"], secretRef: secretOf("ceph") } }),
  volume("flex", { flexVolume: { driver: "a/d", secretRef: secretOf("flex") } }),
  volume("iscsi", {
    iscsi: { targetPortal: "1.2.3.4:3260", iqn: "iqn.2000-01.x:y", lun: 1, secretRef: secretOf("iscsi") },
  }),
  volume("rbd", { rbd: { monitors: ["m"], image: "i", secretRef: secretOf("rbd") } }),
  volume("rbd-here", { rbd: { monitors: ["m"], image: "i", secretRef: { name: "v-rbd-here" } } }),
  volume("scaleio", {
    scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef: secretOf("scaleio") },
  }),
  volume("csi", {
    csi: {
      driver: "d",
      volumeHandle: "h",
      nodePublishSecretRef: secretOf("publish"),
      nodeStageSecretRef: secretOf("stage"),
      nodeExpandSecretRef: secretOf("expand"),
      controllerPublishSecretRef: secretOf("controller"),
    },
  }),
  volume("other", { rbd: { monitors: ["m"], image: "i", secretRef: secretOf("other") } }, "unused"),
  volume("unbound", { rbd: { monitors: ["m"], image: "i", secretRef: secretOf("unbound") } }, undefined),
  made("/apis/storage.k8s.io/v1/volumeattachments", {
    metadata: { name: "attached" },
    spec: { attacher: "d", nodeName: "n1", source: { persistentVolumeName: "on-node-csi" } },
  }),
  made("/apis/resource.k8s.io/v1/resourceslices", {
    metadata: { name: "slice" },
    spec: {
      driver: "d.example.com",
      nodeName: "n1",
      pool: { name: "n1", generation: 1, resourceSliceCount: 1 },
      devices: [{ name: "a" }],
    },
  }),
  {
    name: "the claim of a template",
    method: "PATCH",
    path: `${CORE}/pods/all/status`,
    headers: { "content-type": "application/merge-patch+json" },
    body: { status: { resourceClaimStatuses: [{ name: "made", resourceClaimName: "r-made" }] } },
    brief: true,
  },
  {
    name: "an ephemeral container",
    method: "PATCH",
    path: `${CORE}/pods/all/ephemeralcontainers`,
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: {
      spec: { ephemeralContainers: [container("e", { envFrom: [{ secretRef: { name: "s-ephemeral" } }] })] },
    },
    brief: true,
  },
];
