import type { KubeObject } from "../../../api/meta.ts";
import { configMapNames, secretNames } from "../../../api/pods/pod-references.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../../json/value.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Storage } from "../../../storage/storage.ts";
import { keyOf, type NodeGraph } from "./node-graph.ts";

interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

/** Sources whose Secret is in the namespace of the claim if they name no other. */
const BESIDE_CLAIM = ["cephfs", "flexVolume", "iscsi", "rbd", "scaleIO"];
/** Sources that always name the namespace. */
const ANYWHERE = ["cinder", "storageos"];
/** Fields of a CSI volume with Secrets for kubelets. Its other Secrets are for controllers. */
const OF_CSI = ["nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"];

/**
 * Returns the Secrets that a kubelet needs for a volume that is bound to a claim. `spec`: the spec of the
 * PersistentVolume (kubernetes/pkg/api/v1/persistentvolume/util.go, VisitPVSecretNames).
 */
function visibleSecrets(spec: JsonObject): SecretName[] {
  const claimNamespace = text(record(spec.claimRef).namespace);
  const inSource = (source: string, fallback: string) =>
    secretIn(record(record(spec[source]).secretRef), fallback);
  const { secretName, secretNamespace } = record(spec.azureFile);
  return [
    secretIn({ name: secretName, namespace: secretNamespace }, claimNamespace),
    ...BESIDE_CLAIM.map((source) => inSource(source, claimNamespace)),
    ...ANYWHERE.map((source) => inSource(source, "")),
    ...OF_CSI.map((field) => secretIn(record(record(spec.csi)[field]), "")),
  ].filter(({ name }) => name !== "");
}

const secretIn = ({ name, namespace }: JsonObject, fallback: string): SecretName => ({
  namespace: text(namespace) || fallback,
  name: text(name),
});

/** Adds objects of one kind to a graph. */
interface Taker {
  /** `before`: the previous state of the object; undefined for a new object. */
  set(graph: NodeGraph, object: KubeObject, before: KubeObject | undefined): void;
  delete(graph: NodeGraph, object: KubeObject): void;
}

/** Takers by prefix of the store (kubernetes/plugin/pkg/auth/authorizer/node/graph_populator.go). */
const TAKERS: Readonly<Record<string, Taker>> = {
  pods: { set: setPod, delete: (graph, { metadata }) => graph.deletePod(podKey(metadata)) },
  persistentvolumes: {
    set: setVolume,
    delete: (graph, { metadata }) => graph.deleteVolume(keyOf("persistentvolumes", "", metadata.name ?? "")),
  },
  volumeattachments: ownedBy("volumeattachments"),
  resourceslices: ownedBy("resourceslices"),
  podcertificaterequests: ownedBy("podcertificaterequests"),
};

/** Fills a graph from the store and keeps it up to date. Returns the function that stops the updates. */
export async function fillGraph(graph: NodeGraph, storage: Storage): Promise<() => void> {
  const watches = await Promise.all(
    Object.entries(TAKERS).map(async ([name, taker]) => {
      const prefix = `/registry/${name}/`;
      // An object that cannot be read gives no rights.
      const { entries, revision } = await storage.list(prefix, { unreadable: () => {} });
      for (const entry of entries) taker.set(graph, objectOf(entry), undefined);
      return storage.watch(prefix, revision, {
        change({ type, entry, previous }) {
          if (type === "deleted") taker.delete(graph, objectOf(entry));
          else taker.set(graph, objectOf(entry), previous && objectOf(previous));
        },
        closed: () => {},
      });
    }),
  );
  return () => {
    for (const watch of watches) watch.close();
  };
}

const podKey = ({ namespace = "", name = "" }: KubeObject["metadata"]): string =>
  keyOf("pods", namespace, name);

const MIRROR_POD = "kubernetes.io/config.mirror";

function setPod(graph: NodeGraph, pod: KubeObject, before: KubeObject | undefined): void {
  const node = text(record(pod.spec).nodeName);
  if (node === "" || (before !== undefined && refersToSame(before, pod))) return;
  // A node creates its mirror pods itself. So they must not give it access to anything.
  const isMirror = pod.metadata.annotations?.[MIRROR_POD] !== undefined;
  graph.setPod(podKey(pod.metadata), node, isMirror ? [] : usesOf(pod));
}

/**
 * True if a pod refers to the same objects as before. References of a bound pod never change, except for new
 * ephemeral containers and for claims that are created for it.
 */
function refersToSame(before: KubeObject, pod: KubeObject): boolean {
  const [old, now] = [record(before.spec), record(pod.spec)];
  return (
    old.nodeName === now.nodeName &&
    before.metadata.uid === pod.metadata.uid &&
    records(now.ephemeralContainers).length <= records(old.ephemeralContainers).length &&
    claimStatuses(before) === claimStatuses(pod)
  );
}

const claimStatuses = ({ status }: KubeObject): string =>
  JSON.stringify(
    records(record(status).resourceClaimStatuses).map(({ name, resourceClaimName }) => [
      name,
      resourceClaimName,
    ]),
  );

/** Returns the keys of the objects that a pod refers to (graph.go, AddPod). */
function usesOf(pod: KubeObject): string[] {
  const { namespace = "" } = pod.metadata;
  const spec = record(pod.spec);
  const account = text(spec.serviceAccountName);
  return [
    ...(account === "" ? [] : [keyOf("serviceaccounts", namespace, account)]),
    ...secretNames(spec).map((name) => keyOf("secrets", namespace, name)),
    ...configMapNames(spec).map((name) => keyOf("configmaps", namespace, name)),
    ...volumeClaims(pod, spec).map((name) => keyOf("persistentvolumeclaims", namespace, name)),
    ...resourceClaims(spec, record(pod.status)).map((name) => keyOf("resourceclaims", namespace, name)),
  ];
}

const volumeClaims = ({ metadata }: KubeObject, spec: JsonObject): string[] =>
  records(spec.volumes)
    .map(({ name, persistentVolumeClaim: claim, ephemeral }) =>
      isJsonObject(claim)
        ? text(claim.claimName)
        : isJsonObject(ephemeral)
          ? `${metadata.name}-${text(name)}`
          : "",
    )
    .filter((name) => name !== "");

/** Returns the names of claims in the spec, and of claims from templates, whose names are in the status. */
function resourceClaims(spec: JsonObject, status: JsonObject): string[] {
  const made = records(status.resourceClaimStatuses);
  const names = records(spec.resourceClaims).map(({ name, resourceClaimName }) =>
    text(resourceClaimName ?? made.find((one) => one.name === name)?.resourceClaimName),
  );
  return [...names, text(record(status.extendedResourceClaimStatus).resourceClaimName)].filter(
    (name) => name !== "",
  );
}

function setVolume(graph: NodeGraph, volume: KubeObject): void {
  const key = keyOf("persistentvolumes", "", volume.metadata.name ?? "");
  const { claimRef } = record(volume.spec);
  if (!isJsonObject(claimRef)) {
    graph.deleteVolume(key);
    return;
  }
  const claim = keyOf("persistentvolumeclaims", text(claimRef.namespace), text(claimRef.name));
  const secrets = visibleSecrets(record(volume.spec)).map(({ namespace, name }) =>
    keyOf("secrets", namespace, name),
  );
  graph.setVolume(key, claim, secrets);
}

/** Taker for objects with `spec.nodeName`. */
function ownedBy(kind: "podcertificaterequests" | "resourceslices" | "volumeattachments"): Taker {
  const key = ({ metadata: { namespace = "", name = "" } }: KubeObject) => keyOf(kind, namespace, name);
  return {
    set(graph, object) {
      const node = text(record(object.spec).nodeName);
      if (node === "") graph.deleteOwner(key(object));
      else graph.setOwner(key(object), node);
    },
    delete: (graph, object) => graph.deleteOwner(key(object)),
  };
}
