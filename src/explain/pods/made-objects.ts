import type { UserInfo } from "../../api/meta.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../../server/authenticate/user-names.ts";

/** An object that a controller creates for a workload. */
export interface MadeObject {
  /** Its name in texts: `pods`, `claims`. */
  readonly what: string;
  /** Name of the controller. */
  readonly by: string;
  readonly object: JsonObject;
}

/** Returns what the controllers create for a workload, in the order in which it is created; the pods are last. */
export function madeObjects(workload: Controlled & { readonly spec: JsonObject }): MadeObject[] {
  const { kind } = workload;
  const pods = { what: "pods", by: controllerOf(kind), object: controlledPod(workload) };
  if (kind === "Deployment")
    return [{ what: "ReplicaSet", by: "deployment-controller", object: replicaSet(workload) }, pods];
  if (kind === "CronJob") return [{ what: "Jobs", by: "cronjob-controller", object: job(workload) }, pods];
  return kind === "StatefulSet" ? [...claims(workload), pods] : [pods];
}

const HASH = { "pod-template-hash": "0" };

function replicaSet({
  name,
  namespace,
  spec,
  template,
}: Controlled & { readonly spec: JsonObject }): JsonObject {
  const labels = { ...record(template.metadata.labels), ...HASH };
  const selector = record(spec.selector);
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-0`,
      namespace,
      labels,
      ownerReferences: [ownedBy({ kind: "Deployment", name })],
    },
    spec: {
      replicas: spec.replicas ?? 1,
      selector: { ...selector, matchLabels: { ...record(selector.matchLabels), ...HASH } },
      template: { spec: template.spec, metadata: { ...template.metadata, labels } },
    },
  };
}

function job({ name, namespace, spec }: Controlled & { readonly spec: JsonObject }): JsonObject {
  const { metadata, spec: own } = record(spec.jobTemplate);
  const { labels, annotations } = record(metadata);
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      ...{ name: `${name}-0`, namespace, labels: record(labels), annotations: record(annotations) },
      ownerReferences: [ownedBy({ kind: "CronJob", name })],
    },
    spec: record(own),
  };
}

/** The claims of the first pods: a quota may have room for some of them only. */
function claims({ name, namespace, spec }: Controlled & { readonly spec: JsonObject }): MadeObject[] {
  const { matchLabels } = record(spec.selector);
  const pods = Math.min(Number(spec.replicas ?? 1), MOST_CLAIMS);
  return Array.from({ length: pods }, (_, index) =>
    records(spec.volumeClaimTemplates).map(({ metadata, spec: own }) => {
      const { labels, annotations, name: its } = record(metadata);
      const named = { name: `${text(its)}-${name}-${index}`, namespace };
      const object = {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: {
          ...named,
          labels: { ...record(labels), ...record(matchLabels) },
          annotations: record(annotations),
        },
        spec: record(own),
      };
      return { what: "claims", by: "statefulset-controller", object };
    }),
  ).flat();
}

const MOST_CLAIMS = 10;

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

/** Labels that the controllers add. The hash of a revision nearly always has nine characters or more. */
const ADDED: Readonly<Record<string, (owner: string) => Readonly<Record<string, string>>>> = {
  Deployment: () => ({ "pod-template-hash": "0" }),
  StatefulSet: (owner) => ({
    "controller-revision-hash": `${owner}-000000000`,
    "statefulset.kubernetes.io/pod-name": `${owner}-0`,
    "apps.kubernetes.io/pod-index": "0",
  }),
  DaemonSet: () => ({ "controller-revision-hash": "0", "pod-template-generation": "0" }),
  Job: (owner) => ({
    ...{ "batch.kubernetes.io/controller-uid": "0", "controller-uid": "0" },
    ...{ "batch.kubernetes.io/job-name": owner, "job-name": owner },
  }),
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
  const owner = OWNERS[kind] === undefined ? { kind, name } : { kind: OWNERS[kind], name: `${name}-0` };
  const metadata = {
    ...(kind === "StatefulSet" ? { name: `${name}-0` } : { generateName: `${owner.name}-` }),
    namespace,
    labels: {
      ...record(template.metadata.labels),
      ...ADDED[kind === "CronJob" ? "Job" : kind]?.(owner.name),
    },
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
const ownedBy = ({ kind, name }: Pick<Controlled, "kind" | "name">): JsonObject => ({
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
