import { type JsonObject, record, records, text } from "../../json/value.ts";
import { type Controlled, controlledPod, controllerOf, ownedBy } from "./controlled-pod.ts";

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
