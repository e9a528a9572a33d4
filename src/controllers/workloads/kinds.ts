import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Endpoints,
  Job,
  Node,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  Service,
  StatefulSet,
} from "./types.ts";
import type { StorageClass, Volume, VolumeClaim } from "./volume-types.ts";

/** A kind that workload controllers look at; the type parameter is what its objects have. */
export interface Kind<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  /** `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** An object of this kind, as the store has it. */
  of(object: KubeObject): T;
}

export const kindOf = <T extends KubeObject>(
  apiVersion: string,
  kind: string,
  plural: string,
  namespaced = true,
): Kind<T> => ({ apiVersion, kind, plural, namespaced, of: (object) => object as T });

export const DEPLOYMENTS = kindOf<Deployment>("apps/v1", "Deployment", "deployments");
export const REPLICA_SETS = kindOf<ReplicaSet>("apps/v1", "ReplicaSet", "replicasets");
/** As far as controllers look at them, they are replica sets, but for their selector, which is a map. */
export const REPLICATION_CONTROLLERS = kindOf<ReplicaSet>(
  "v1",
  "ReplicationController",
  "replicationcontrollers",
);
export const DAEMON_SETS = kindOf<DaemonSet>("apps/v1", "DaemonSet", "daemonsets");
export const CONTROLLER_REVISIONS = kindOf<ControllerRevision>(
  "apps/v1",
  "ControllerRevision",
  "controllerrevisions",
);
export const CLAIMS = kindOf<VolumeClaim>("v1", "PersistentVolumeClaim", "persistentvolumeclaims");
export const VOLUMES = kindOf<Volume>("v1", "PersistentVolume", "persistentvolumes", false);
export const STORAGE_CLASSES = kindOf<StorageClass>(
  "storage.k8s.io/v1",
  "StorageClass",
  "storageclasses",
  false,
);
export const JOBS = kindOf<Job>("batch/v1", "Job", "jobs");
export const STATEFUL_SETS = kindOf<StatefulSet>("apps/v1", "StatefulSet", "statefulsets");
export const PODS = kindOf<Pod>("v1", "Pod", "pods");
export const SERVICES = kindOf<Service>("v1", "Service", "services");
export const ENDPOINTS = kindOf<Endpoints>("v1", "Endpoints", "endpoints");
export const ENDPOINT_SLICES = kindOf<EndpointSlice>(
  "discovery.k8s.io/v1",
  "EndpointSlice",
  "endpointslices",
);
export const BUDGETS = kindOf<PodDisruptionBudget>(
  "policy/v1",
  "PodDisruptionBudget",
  "poddisruptionbudgets",
);
export const NODES = kindOf<Node>("v1", "Node", "nodes", false);

/** As `Controller.kinds` names it: `apps/v1/Deployment`. */
export const nameOfKind = ({ apiVersion, kind }: { apiVersion?: string; kind?: string }): string =>
  `${apiVersion}/${kind}`;

/** `/apis/apps/v1/namespaces/default/deployments`. */
export function collectionPath(kind: Kind<KubeObject>, namespace: string): string {
  const root = kind.apiVersion === "v1" ? "/api/v1" : `/apis/${kind.apiVersion}`;
  return kind.namespaced ? `${root}/namespaces/${namespace}/${kind.plural}` : `${root}/${kind.plural}`;
}

export const objectPath = (kind: Kind<KubeObject>, { metadata }: KubeObject): string =>
  `${collectionPath(kind, metadata.namespace ?? "")}/${metadata.name ?? ""}`;

/** `default/web`: what work queues hold. */
export const keyOf = ({ metadata: { namespace = "", name = "" } }: KubeObject): string =>
  `${namespace}/${name}`;

/** An object as it is sent: with its kind, which lists leave out. */
export const typed = (kind: Kind<KubeObject>, object: KubeObject): JsonObject => ({
  ...object,
  apiVersion: kind.apiVersion,
  kind: kind.kind,
});
