import type { Manifest } from "../../explain/offline/manifests.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import { type CertificateRequest, type Endpoint, endpointsOf, serverNameOf } from "../model/endpoints.ts";
import type { Model } from "../model/model.ts";
import { groupOf, kindOf, nameOf, namespaceOf } from "../model/names.ts";

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

/** Returns the workloads whose pods a Service selects; none if it has no selector. `isStopped`: those without replicas. */
export function workloadsBehind(
  model: Model,
  service: Manifest,
  namespace: string,
  isStopped = false,
): Workload[] {
  const selector = Object.entries(record(record(service.object.spec).selector));
  if (selector.length === 0) return [];
  return workloadsIn(model, namespace, isStopped).filter(({ template }) => {
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

/** An object whose controller creates pods. */
export interface Workload {
  readonly of: Manifest;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** `metadata` and `spec` of its pods. */
  readonly template: { readonly metadata: JsonObject; readonly spec: JsonObject };
  /** Names of the objects without which its pods cannot start. */
  readonly account: string;
  readonly secrets: readonly string[];
  readonly configMaps: readonly string[];
}

/** Kinds whose controller replaces missing pods, with their API groups. */
export const KINDS: Readonly<Record<string, string>> = {
  Deployment: "apps",
  StatefulSet: "apps",
  DaemonSet: "apps",
  ReplicaSet: "apps",
  ReplicationController: "",
};

/** Returns the workloads of a namespace. A manifest without a namespace matches any namespace. `isStopped`: those without replicas. */
export function workloadsIn(model: Model, namespace: string, isStopped = false): Workload[] {
  return Object.entries(KINDS).flatMap(([kind, group]) =>
    model
      .of(kind)
      .filter((one) => groupOf(one) === group && [namespace, ""].includes(namespaceOf(one)))
      .filter(
        (one) =>
          (record(one.object.spec).replicas === 0) === isStopped &&
          record(one.object.metadata).ownerReferences === undefined,
      )
      .map((one) => workloadOf(one, namespace)),
  );
}

function workloadOf(of: Manifest, namespace: string): Workload {
  const template = record(record(of.object.spec).template);
  const spec = record(template.spec);
  return {
    of,
    kind: kindOf(of),
    name: nameOf(of),
    namespace,
    template: { metadata: record(template.metadata), spec },
    account: text(spec.serviceAccountName) || text(spec.serviceAccount) || "default",
    secrets: needed(spec, "secret", "secretName", "secretRef", "secretKeyRef"),
    configMaps: needed(spec, "configMap", "name", "configMapRef", "configMapKeyRef"),
  };
}

/** `Deployment demo/web`. */
export const workloadText = ({ kind, namespace, name }: Workload): string => `${kind} ${namespace}/${name}`;

/** Returns the names in volumes and environment variables, except optional ones. */
function needed(spec: JsonObject, volume: string, nameField: string, from: string, key: string): string[] {
  const volumes = records(spec.volumes).flatMap((one) => [
    named(record(one[volume]), nameField),
    ...records(record(one.projected).sources).map((source) => named(record(source[volume]), "name")),
  ]);
  const containers = [...records(spec.containers), ...records(spec.initContainers)];
  const variables = containers.flatMap((container) => [
    ...records(container.envFrom).map((source) => named(record(source[from]), "name")),
    ...records(container.env).map((one) => named(record(record(one.valueFrom)[key]), "name")),
  ]);
  return [...new Set([...volumes, ...variables])].filter((name) => name !== "");
}

const named = (source: JsonObject, field: string): string =>
  source.optional === true ? "" : text(source[field]);

/** Port that the API server calls if a clientConfig names none. */
export const DEFAULT_PORT = 443;

/** The Service of an endpoint, found among the manifests. */
export interface FoundService {
  readonly endpoint: Endpoint;
  readonly of: Manifest;
  readonly namespace: string;
  readonly name: string;
  /** The port that the API server calls. */
  readonly port: number;
  /** Place of this port in `spec.ports`; -1 if the Service does not have it. */
  readonly index: number;
  /** Number or name of the port of the pods. */
  readonly target: Json;
  /** Workloads whose pods the Service selects. */
  readonly workloads: readonly Workload[];
}

/** Returns the Service that an endpoint calls; undefined if it has a URL, or the manifests do not have the Service. */
export function serviceOf(endpoint: Endpoint, model: Model): FoundService | undefined {
  const { service } = endpoint.config;
  const { namespace = "", name = "", port = DEFAULT_PORT } = service ?? {};
  const of = service && model.find("Service", namespace, name);
  if (of === undefined) return undefined;
  const ports = records(record(of.object.spec).ports);
  const index = ports.findIndex((one) => one.port === port);
  const target = ports[index]?.targetPort ?? port;
  const workloads = workloadsBehind(model, of, namespace);
  return { endpoint, of, namespace, name, port, index, target, workloads };
}

/** Returns the Service of a webhook for whose name a Certificate is; undefined if there is none. */
export function servedBy({ dnsNames }: CertificateRequest, model: Model): FoundService | undefined {
  const endpoint = endpointsOf(model).find((one) => dnsNames.includes(serverNameOf(one) ?? ""));
  return endpoint && serviceOf(endpoint, model);
}

/** The ports that the containers of a workload declare. */
export const portsOf = ({ template: { spec } }: Workload): JsonObject[] =>
  records(spec.containers).flatMap(({ ports }) => records(ports));
