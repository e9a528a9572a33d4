import type { UserInfo } from "../../api/meta.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../../server/authenticate/user-names.ts";

/** Controllers that create pods, by the kinds that have the template. */
const CONTROLLERS: Readonly<Record<string, string>> = {
  Deployment: "replicaset-controller",
  ReplicaSet: "replicaset-controller",
  StatefulSet: "statefulset-controller",
  DaemonSet: "daemon-set-controller",
  ReplicationController: "replication-controller",
  Job: "job-controller",
  CronJob: "job-controller",
};

/** Labels that the controllers add. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  Deployment: ["pod-template-hash"],
  StatefulSet: [
    "controller-revision-hash",
    "statefulset.kubernetes.io/pod-name",
    "apps.kubernetes.io/pod-index",
  ],
  DaemonSet: ["controller-revision-hash", "pod-template-generation"],
  Job: ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"],
};

/** An object whose controller creates pods. */
export interface Controlled {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Claims of a StatefulSet: each pod gets its own copies. */
  readonly claims?: readonly JsonObject[];
  /** `metadata` and `spec` of its pods. */
  readonly template: { readonly metadata: JsonObject; readonly spec: JsonObject };
}

/** Returns the name of the controller that creates the pods of a kind; empty if none does. */
export const controllerOf = (kind: string): string => CONTROLLERS[kind] ?? "";

/** Returns a service account with its groups. */
export const account = (namespace: string, name: string): UserInfo => ({
  username: serviceAccountUsername(namespace, name),
  groups: [...serviceAccountGroups(namespace), "system:authenticated"],
});

/** Returns the account of a controller in kube-controller-manager (`--use-service-account-credentials`). */
export const controller = (name: string): UserInfo => account("kube-system", name);

/** Returns a pod as its controller sends it. */
export function controlledPod({ kind, name, namespace, template, claims = [] }: Controlled): JsonObject {
  const added = (ADDED[kind === "CronJob" ? "Job" : kind] ?? []).map((label) => [label, "0"]);
  const owner = OWNERS[kind] === undefined ? { kind, name } : { kind: OWNERS[kind], name: `${name}-0` };
  const metadata = {
    ...(kind === "StatefulSet" ? { name: `${name}-0` } : { generateName: `${owner.name}-` }),
    namespace,
    labels: { ...record(template.metadata.labels), ...Object.fromEntries(added) },
    annotations: record(template.metadata.annotations),
    ownerReferences: [ownedBy(owner)],
  };
  const own = claims.map(({ metadata: claim }) => record(claim).name);
  const volumes = [
    ...records(template.spec.volumes).filter((volume) => !own.includes(volume.name)),
    ...own.map((of) => ({ name: of, persistentVolumeClaim: { claimName: `${String(of)}-${name}-0` } })),
  ];
  const spec = { ...template.spec, ...(own.length > 0 && { volumes }) };
  return { apiVersion: "v1", kind: "Pod", metadata, spec };
}

/** Returns the reference of an object to the one that its controller made it for. */
export const ownedBy = ({ kind, name }: Pick<Controlled, "kind" | "name">): JsonObject => ({
  apiVersion: API_VERSIONS[kind] ?? "apps/v1",
  ...{ kind, name, uid: "00000000-0000-4000-8000-000000000000" },
  ...{ controller: true, blockOwnerDeletion: true },
});

/** Kinds that create the owner of their pods. */
const OWNERS: Readonly<Record<string, string>> = { Deployment: "ReplicaSet", CronJob: "Job" };
const API_VERSIONS: Readonly<Record<string, string>> = {
  ReplicationController: "v1",
  Job: "batch/v1",
  CronJob: "batch/v1",
};
