import { type JsonObject, record, text } from "../../json/value.ts";
import type { Cause, CauseCode, Step } from "../explanation.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { RequestSpec } from "./request-spec.ts";

/** Labels and annotations of a workload that its template lacks or has with other values. */
export interface Beside {
  readonly kind: string;
  /** JSON pointer to the metadata of the template. */
  readonly at: string;
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
}

/**
 * Returns the labels and annotations for a program that are on a workload and not on its pods; undefined if there are none.
 * Keys without a prefix, and those of Kubernetes, describe the workload itself.
 */
export function besideTemplate(object: JsonObject | null): Beside | undefined {
  const template = podTemplate(object);
  const { labels, annotations } = merged(
    record(object?.metadata),
    record(record(record(object?.spec).jobTemplate).metadata),
  );
  const of = (own: JsonObject, inside: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(own).filter(([key, value]) => isMeant(key) && inside[key] !== value));
  const found = {
    kind: text(object?.kind),
    at: `${template?.at}/metadata`,
    labels: of(labels, record(template?.metadata.labels)),
    annotations: of(annotations, record(template?.metadata.annotations)),
  };
  const isNone = Object.keys(found.labels).length + Object.keys(found.annotations).length === 0;
  return template === undefined || isNone ? undefined : found;
}

/** The labels and annotations of an object, and of the jobs that it makes. */
const merged = (own: JsonObject, job: JsonObject) => ({
  labels: { ...record(own.labels), ...record(job.labels) },
  annotations: { ...record(own.annotations), ...record(job.annotations) },
});

const isMeant = (key: string): boolean =>
  key.includes("/") && !/(?:^|\.)(?:kubernetes\.io|k8s\.io|helm\.sh)\//.test(key);

/** Returns the request of a controller for a pod that has them, too. */
export function withBeside(sent: RequestSpec, { labels, annotations }: Beside): RequestSpec {
  const metadata = record(sent.object?.metadata);
  const object = {
    ...sent.object,
    metadata: {
      ...metadata,
      labels: { ...record(metadata.labels), ...labels },
      annotations: { ...record(metadata.annotations), ...annotations },
    },
  };
  return { ...sent, object };
}

/**
 * Returns a cause for each webhook and policy that is called for only one of the two pods, and whose filter names a key.
 * Those that were called for the workload itself (`own`) may mean its labels.
 */
export function besideCauses(
  { kind, at, labels, annotations }: Beside,
  own: readonly Step[],
  steps: readonly Step[],
  changed: readonly Step[],
): Cause[] {
  const keys = [...Object.keys(labels), ...Object.keys(annotations)];
  const cause = (code: CauseCode, who: string, key: string): Cause => {
    const list = Object.hasOwn(labels, key) ? "labels" : "annotations";
    const what = list === "labels" ? "label" : "annotation";
    const message = `${who}: the ${what} ${key} is on the ${kind}, and pods get the ${list} of its template`;
    const advice = `write ${key} in metadata.${list} of the template`;
    return { code, of: "", webhook: "", message, saw: null, at, fix: "", advice };
  };
  const found = steps.flatMap((step): Cause[] => {
    const isOwn = own.some((one) => one.name === step.name && one.kind !== "plugin" && one.called);
    if (step.kind === "plugin" || step.round === 1 || isOwn) return [];
    const other = changed.find(
      (one) => one.kind === step.kind && one.name === step.name && one.phase === step.phase,
    );
    if (other === undefined || other.kind === "plugin" || other.called === step.called) return [];
    const why = step.why ?? other.why;
    const told = [why?.message, ...(why?.also ?? []).map(({ message }) => message)].join(" ");
    const key = keys.find((one) => told.includes(one));
    if (why === undefined || key === undefined) return [];
    const verb = step.kind === "webhook" ? "called" : "evaluated";
    return [cause(why.code, `${step.name} is ${step.called ? "" : "not "}${verb} for the pods`, key)];
  });
  const idle = steps.find(
    (step) => step.kind === "webhook" && step.phase === "mutating" && step.called && !step.call?.changed,
  );
  const read = idle && keys.find((key) => READ_FROM_PODS.some((prefix) => key.startsWith(prefix)));
  return found.length > 0 || read === undefined
    ? found
    : [cause("object-selector", `${idle?.name} is called for the pods`, read)];
}

/** Beginnings of keys that injectors of sidecars and libraries read from pods only. */
const READ_FROM_PODS = [
  "admission.datadoghq.com/",
  "config.linkerd.io/",
  "dapr.io/",
  "instrumentation.opentelemetry.io/inject-",
  "linkerd.io/inject",
  "proxy.istio.io/",
  "sidecar.istio.io/",
  "traffic.sidecar.istio.io/",
  "vault.hashicorp.com/agent-",
];
