import type { JsonObject } from "../../api/json.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Model } from "./model.ts";
import { namespaceOf, record, text } from "./names.ts";

const KINDS = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "Pod"] as const;

/** What makes pods, and what they are like. */
export interface Workload {
  readonly of: Manifest;
  readonly namespace: string;
  readonly podLabels: Readonly<Record<string, string>>;
  readonly podSpec: JsonObject;
}

/** The workloads whose pods a Service selects; undefined: the Service is not known, or says nothing. */
export function workloadsBehind(
  model: Model,
  service: { readonly namespace: string; readonly name: string },
): readonly Workload[] | undefined {
  const found = model.find("Service", service.namespace, service.name);
  if (found === undefined) return undefined;
  const selector = Object.entries(record(record(found.object.spec).selector));
  if (selector.length === 0) return undefined;
  return KINDS.flatMap((kind) => model.of(kind))
    .map(workloadOf)
    .filter(({ namespace }) => namespace === service.namespace || namespace === "")
    .filter(({ podLabels }) => selector.every(([key, value]) => podLabels[key] === value));
}

function workloadOf(of: Manifest): Workload {
  const spec = record(of.object.spec);
  const pod = of.object.kind === "Pod" ? of.object : record(spec.template);
  const labels = Object.entries(record(record(pod.metadata).labels));
  return {
    of,
    namespace: namespaceOf(of),
    podLabels: Object.fromEntries(labels.map(([key, value]) => [key, text(value)])),
    podSpec: record(pod.spec),
  };
}
