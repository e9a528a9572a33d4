import type { Manifest } from "../../explain/offline/manifests.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { groupOf, kindOf, nameOf, namespaceOf } from "../model/names.ts";

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
const KINDS: Readonly<Record<string, string>> = {
  Deployment: "apps",
  StatefulSet: "apps",
  DaemonSet: "apps",
  ReplicaSet: "apps",
  ReplicationController: "",
};

/** Returns the workloads of a namespace. A manifest without a namespace matches any namespace. */
export function workloadsIn(model: Model, namespace: string): Workload[] {
  return Object.entries(KINDS).flatMap(([kind, group]) =>
    model
      .of(kind)
      .filter((one) => groupOf(one) === group && [namespace, ""].includes(namespaceOf(one)))
      .filter(
        (one) =>
          record(one.object.spec).replicas !== 0 && record(one.object.metadata).ownerReferences === undefined,
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
