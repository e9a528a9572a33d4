import type { Manifest } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { nameOf, namespaceOf } from "../model/names.ts";
import type { WebhookEntry } from "../model/webhooks.ts";
import { type Workload, workloadsIn, workloadText } from "./workload.ts";

/** A Service with pods that answers for webhooks. */
export interface Backend {
  /** `namespace/name` of the Service. */
  readonly key: string;
  readonly namespace: string;
  readonly service: Manifest;
  readonly hooks: readonly WebhookEntry[];
  readonly workloads: readonly Workload[];
}

/** Returns `namespace/name` of a webhook's Service; empty if the webhook has a URL. */
export function serviceKey({ hook }: Pick<WebhookEntry, "hook">): string {
  const { service } = hook.target.clientConfig;
  return service === undefined ? "" : `${service.namespace}/${service.name}`;
}

/**
 * Returns the backends whose Service and pods are among the manifests; nothing is known about others.
 * Services with the same pods are one backend.
 */
export function backendsOf(model: Model): Backend[] {
  const keys = new Set(model.webhooks.map(serviceKey));
  const byPods = new Map<string, Backend>();
  for (const key of keys) {
    const hooks = model.webhooks.filter((one) => serviceKey(one) === key);
    const found = backendOf(model, key, hooks);
    if (found === undefined) continue;
    const pods = found.workloads.map(workloadText).join();
    const known = byPods.get(pods);
    byPods.set(pods, known === undefined ? found : { ...known, hooks: [...known.hooks, ...hooks] });
  }
  return [...byPods.values()];
}

function backendOf(model: Model, key: string, hooks: readonly WebhookEntry[]): Backend | undefined {
  const [namespace = "", name = ""] = key.split("/");
  const service = key === "" ? undefined : model.find("Service", namespace, name);
  if (service === undefined) return undefined;
  const workloads = workloadsBehind(model, service, namespace);
  return workloads.length === 0 ? undefined : { key, namespace, service, hooks, workloads };
}

/** Returns the workloads whose pods a Service selects; none if it has no selector. */
export function workloadsBehind(model: Model, service: Manifest, namespace: string): Workload[] {
  const selector = Object.entries(record(record(service.object.spec).selector));
  if (selector.length === 0) return [];
  return workloadsIn(model, namespace).filter(({ template }) => {
    const labels = record(template.metadata.labels);
    return selector.every(([label, value]) => labels[label] === value);
  });
}

/** Finds a manifest by its names. A manifest without a namespace matches any namespace. */
export const inNamespace = (
  model: Model,
  kind: string,
  namespace: string,
  name: string,
): Manifest | undefined =>
  model.of(kind).find((one) => nameOf(one) === name && [namespace, ""].includes(namespaceOf(one)));
