import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from "../../types/tables/apps/v1-types.ts";
import type { HorizontalPodAutoscaler } from "../../types/tables/autoscaling/v2-types.ts";
import type { CronJob, Job } from "../../types/tables/batch/v1-types.ts";
import type {
  Endpoints,
  Node,
  Pod,
  Service,
  PersistentVolume as Volume,
  PersistentVolumeClaim as VolumeClaim,
} from "../../types/tables/core/v1-types.ts";
import type { EndpointSlice } from "../../types/tables/discovery/v1-types.ts";
import type { PodDisruptionBudget } from "../../types/tables/policy/v1-types.ts";
import type { StorageClass } from "../../types/tables/storage/v1-types.ts";

/** A kind that workload controllers use. The type parameter is the type of its objects. */
export interface Kind<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  /** For example `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Casts a stored object to the type of this kind. */
  of(object: KubeObject): T;
}

/** A kind by its names; by default namespaced, and with the plural of most kinds. */
const kindOf = <T extends KubeObject>(
  apiVersion: string,
  kind: string,
  { namespaced = true, plural = `${kind.toLowerCase()}s` } = {},
): Kind<T> => ({ apiVersion, kind, plural, namespaced, of: (object) => object as T });

export const DEPLOYMENTS = kindOf<Deployment>("apps/v1", "Deployment");
export const REPLICA_SETS = kindOf<ReplicaSet>("apps/v1", "ReplicaSet");
/**
 * ReplicationControllers have the fields of replica sets that controllers read, except for the selector,
 * which is a map.
 */
export const REPLICATION_CONTROLLERS = kindOf<ReplicaSet>("v1", "ReplicationController");
export const DAEMON_SETS = kindOf<DaemonSet>("apps/v1", "DaemonSet");
export const CONTROLLER_REVISIONS = kindOf<ControllerRevision>("apps/v1", "ControllerRevision");
export const CLAIMS = kindOf<VolumeClaim>("v1", "PersistentVolumeClaim");
export const VOLUMES = kindOf<Volume>("v1", "PersistentVolume", { namespaced: false });
export const STORAGE_CLASSES = kindOf<StorageClass>("storage.k8s.io/v1", "StorageClass", {
  namespaced: false,
  plural: "storageclasses",
});
export const AUTOSCALERS = kindOf<HorizontalPodAutoscaler>("autoscaling/v2", "HorizontalPodAutoscaler");
export const CRON_JOBS = kindOf<CronJob>("batch/v1", "CronJob");
export const JOBS = kindOf<Job>("batch/v1", "Job");
export const STATEFUL_SETS = kindOf<StatefulSet>("apps/v1", "StatefulSet");
export const PODS = kindOf<Pod>("v1", "Pod");
export const SERVICES = kindOf<Service>("v1", "Service");
export const ENDPOINTS = kindOf<Endpoints>("v1", "Endpoints", { plural: "endpoints" });
export const ENDPOINT_SLICES = kindOf<EndpointSlice>("discovery.k8s.io/v1", "EndpointSlice");
export const BUDGETS = kindOf<PodDisruptionBudget>("policy/v1", "PodDisruptionBudget");
export const NODES = kindOf<Node>("v1", "Node", { namespaced: false });

/** Returns the name of a kind in `Controller.kinds`: `apps/v1/Deployment`. */
export const nameOfKind = ({ apiVersion, kind }: { apiVersion?: string; kind?: string }): string =>
  `${apiVersion}/${kind}`;

/** Returns the path of a collection: `/apis/apps/v1/namespaces/default/deployments`. */
export function collectionPath(kind: Kind<KubeObject>, namespace: string): string {
  const root = kind.apiVersion === "v1" ? "/api/v1" : `/apis/${kind.apiVersion}`;
  return kind.namespaced ? `${root}/namespaces/${namespace}/${kind.plural}` : `${root}/${kind.plural}`;
}

/** Path of an object in the API. */
export const objectPath = (kind: Kind<KubeObject>, { metadata }: KubeObject): string =>
  `${collectionPath(kind, metadata.namespace ?? "")}/${metadata.name ?? ""}`;

/** Returns the key of an object in work queues: `default/web`. */
export const keyOf = ({ metadata: { namespace = "", name = "" } }: KubeObject): string =>
  `${namespace}/${name}`;

/** Returns an object with its kind, which the items of lists do not have. */
export const typed = (kind: Kind<KubeObject>, object: KubeObject): JsonObject => ({
  ...object,
  apiVersion: kind.apiVersion,
  kind: kind.kind,
});
