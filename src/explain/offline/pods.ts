import { isDeepStrictEqual } from "node:util";
import { compareQuantities, parseQuantity } from "../../api/quantity/quantity.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { ExplainedPods, ExplainedRequest, Step, WebhookStep } from "../explanation.ts";
import { distance } from "../near.ts";
import { controller, controllerOf, madeObjects } from "../pods/made-objects.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { Manifest } from "./manifests.ts";
import type { RequestSpec } from "./request-spec.ts";

/** A request that a controller sends for a workload. */
interface MadeRequest {
  /** The objects that it creates: `pods`, `claims`. */
  readonly what: string;
  readonly request: RequestSpec;
}

/**
 * Returns the requests that the controllers of a written object send then, in their order: the last one is for a pod.
 * None if it needs no new pods. `old`: the object before an update.
 */
export function madeRequests(
  { operation, subresource, kind: { kind }, namespace, name, dryRun }: ExplainedRequest,
  object: JsonObject | null,
  old: JsonObject | null,
): MadeRequest[] {
  const template = podTemplate(object);
  const isWritten = subresource === "" && operation !== "DELETE";
  if (template === undefined || controllerOf(kind) === "" || !isWritten || !needsPods(object, old)) return [];
  const spec = record(object?.spec);
  const claims = kind === "StatefulSet" ? records(spec.volumeClaimTemplates) : [];
  return madeObjects({ kind, name, namespace, template, claims, spec }).map(({ what, by, object: made }) => ({
    what,
    request: {
      operation: "CREATE",
      object: made,
      oldObject: null,
      isOldKnown: false,
      resource: undefined,
      subresource: "",
      namespace,
      name: text(record(made.metadata).name),
      user: controller(by),
      dryRun,
      absent: true,
      preconditions: {},
      query: {},
    },
  }));
}

/** True if an object has pods that it did not have before: an update of other fields lets its pods run on. */
function needsPods(object: JsonObject | null, old: JsonObject | null): boolean {
  const [now, before] = [object, old].map((one) => record(one?.spec));
  const isResting = (spec: JsonObject | undefined): boolean =>
    spec?.suspend === true || spec?.paused === true;
  if (isResting(now) || now?.replicas === 0) return false;
  const hasMore = Number(now?.replicas ?? 0) > Number(before?.replicas ?? 0);
  return (
    old === null || isResting(before) || hasMore || !isDeepStrictEqual(podTemplate(object), podTemplate(old))
  );
}

/**
 * Says that the pods from before an update of a Deployment count in a quota beside the first new one, which therefore has no room;
 * empty if the update asks for more.
 */
function surgeAdvice(refusal: string, object: JsonObject | null, old: JsonObject | null): string {
  const { strategy } = record(object?.spec);
  const { type, rollingUpdate } = record(strategy);
  const [now, before] = [object, old].map((one) => resourcesOf(podTemplate(one)?.spec));
  const isSame = object?.kind === "Deployment" && old !== null && isDeepStrictEqual(now, before);
  const isGentle = type === "Recreate" || /^0%?$/.test(String(record(rollingUpdate).maxSurge));
  const hasMore = Number(record(object?.spec).replicas) > Number(record(old?.spec).replicas);
  return isSame && !hasMore && !isGentle && countsOthers(refusal)
    ? "the pods from before the update count until they are gone, and a rolling update first makes a new one beside them (maxSurge): strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}} replaces them one by one, or raise spec.hard of the ResourceQuota by one pod"
    : "";
}

/** True if as much as the pod wants is used already, by pods like it, and its place would be enough. */
function countsOthers(refusal: string): boolean {
  const amounts = refusal.matchAll(/(?:requested|used|limited): [\w./-]{1,253}=([\w.]{1,63})/g);
  const [wanted, used, limit] = [...amounts].map(([, amount = ""]) => attempt(() => parseQuantity(amount)));
  return (
    refusal.includes("exceeded quota: ") &&
    wanted !== undefined &&
    used !== undefined &&
    limit !== undefined &&
    compareQuantities(used, wanted) >= 0 &&
    compareQuantities(limit, used) >= 0
  );
}

/** Adds the advice about such an update to the causes of pods that a quota refuses. */
export function withSurge(
  made: ExplainedPods | undefined,
  object: JsonObject | null,
  old: JsonObject | null,
): ExplainedPods | undefined {
  const isRefused = made?.allowed === false && made.what === "pods";
  const advice = isRefused ? surgeAdvice(made.message, object, old) : "";
  return made === undefined || advice === ""
    ? made
    : {
        ...made,
        findings: made.findings.map((cause) =>
          cause.message.includes("exceeded quota") ? { ...cause, advice } : cause,
        ),
      };
}

const resourcesOf = (spec: JsonObject | undefined): Json =>
  [...records(spec?.initContainers), ...records(spec?.containers)].map(({ resources }) => resources ?? {});

const ISTIO = "sidecar-injector.istio.io";
const INJECT = "sidecar.istio.io/inject";

/** Injectors, by the end of the name of their webhook, and the field of pods that they leave as they are. */
const SKIPS: readonly (readonly [webhook: string, field: string, value: Json])[] = [
  [ISTIO, "hostNetwork", true],
  ["linkerd-proxy-injector.linkerd.io", "hostNetwork", true],
];

/** Says which injectors add nothing to a pod because of one of its fields, or of their own settings. */
export function skipNotes(
  pod: JsonObject | null,
  steps: readonly Step[],
  manifests: readonly Manifest[],
): string[] {
  const spec = record(pod?.spec);
  return steps.flatMap((step) => {
    if (pod?.kind !== "Pod" || step.kind !== "webhook" || !step.called || step.call?.changed) return [];
    const skipped = SKIPS.flatMap(([webhook, field, value]) =>
      step.name.endsWith(webhook) && spec[field] === value
        ? [`${step.name} adds nothing to pods whose /spec/${field} is ${String(value)}, as it is here`]
        : [],
    );
    const off = skipped.length > 0 || !step.name.endsWith(ISTIO) ? "" : injectorOff(step, pod, manifests);
    return off === "" ? skipped : [`${step.name} adds nothing to pods without ${INJECT}: "true", ${off}`];
  });
}

/** Says that the settings of an injector of Istio are off for a pod; empty if this is not known. */
function injectorOff(
  { configuration }: WebhookStep,
  pod: JsonObject,
  manifests: readonly Manifest[],
): string {
  const { labels, annotations } = record(pod.metadata);
  if ([labels, annotations].some((map) => record(map)[INJECT] === "true")) return "";
  const find = (kind: string, name: string, home?: Json): Manifest | undefined =>
    manifests.find(
      ({ object: { kind: its, metadata } }) =>
        its === kind && record(metadata).name === name && record(metadata).namespace === home,
    );
  const [hook] = records(find("MutatingWebhookConfiguration", configuration)?.object.webhooks);
  const { name, namespace } = record(record(hook?.clientConfig).service);
  // Each revision has a Service and a ConfigMap with its name at the end.
  const [, revision] = /^istiod(.*)$/.exec(text(name)) ?? [];
  const settings =
    revision === undefined ? undefined : find("ConfigMap", `${ISTIO_MAP}${revision}`, namespace);
  const config = text(record(settings?.object.data).config);
  return settings === undefined || !OFF.test(config) || ALWAYS.test(config)
    ? ""
    : `because the policy in its ConfigMap is disabled (${settings.line(["data", "config"])})`;
}

const ISTIO_MAP = "istio-sidecar-injector";
const OFF = /^policy: disabled\s*$/m;
/** Selectors of pods into which the sidecar goes all the same. */
const ALWAYS = /^alwaysInjectSelector:\s*(?!\[\])\S/m;

/** Keys of labels and annotations that webhooks of known products and plugins of the server read from pods, service accounts and namespaces. */
const KEYS = [
  "admission.datadoghq.com/enabled",
  "azure.workload.identity/client-id",
  "azure.workload.identity/use",
  "dapr.io/enabled",
  "eks.amazonaws.com/role-arn",
  "iam.gke.io/gcp-service-account",
  "ingressclass.kubernetes.io/is-default-class",
  "istio.io/rev",
  "linkerd.io/inject",
  "pod-security.kubernetes.io/audit",
  "pod-security.kubernetes.io/enforce",
  "pod-security.kubernetes.io/enforce-version",
  "pod-security.kubernetes.io/warn",
  "policy.sigstore.dev/include",
  "sidecar.istio.io/inject",
  "storageclass.kubernetes.io/is-default-class",
  "vault.hashicorp.com/agent-inject",
  "vault.hashicorp.com/role",
];
/** Kinds whose objects get the default class of another kind, which an annotation names. */
const CLASSES: Readonly<Record<string, string>> = {
  Ingress: "IngressClass",
  PersistentVolumeClaim: "StorageClass",
};

/** Most differences between the domains of a key and of a misspelt one: one for each five characters. */
const most = (domain: string): number => Math.min(3, Math.floor(domain.length / 5));

/** Names keys of a pod, its service account, its namespace or its classes that are nearly one that is read. */
export function misspeltKeys(
  pod: JsonObject | null,
  namespace: string,
  manifests: readonly Manifest[],
): string[] {
  const classes = CLASSES[text(pod?.kind)];
  if (pod === null || (pod.kind !== "Pod" && classes === undefined)) return [];
  const { serviceAccountName } = record(pod.spec);
  const around = manifests.filter(({ object: { kind, metadata } }) => {
    if (classes !== undefined) return kind === classes;
    const its = record(metadata);
    const isAccount = kind === "ServiceAccount" && its.name === (serviceAccountName ?? "default");
    return (isAccount && its.namespace === namespace) || (kind === "Namespace" && its.name === namespace);
  });
  const seen = [
    { object: pod, at: "" },
    ...around.map(({ object, line }) => ({ object, at: line(["metadata"]) })),
  ];
  return seen.flatMap(({ object, at }) => {
    const { labels, annotations, name } = record(object.metadata);
    return Object.keys({ ...record(labels), ...record(annotations) }).flatMap((key) => {
      const meant = KEYS.find((one) => isNearKey(key, one));
      const where = at === "" ? "" : ` (${at})`;
      return meant === undefined || KEYS.includes(key)
        ? []
        : [`${text(object.kind)} ${text(name)} has the key ${key}: ${meant} is probably meant${where}`];
    });
  });
}

/** True if two keys have the same name in similar domains, or similar names in the same one. */
function isNearKey(key: string, known: string): boolean {
  const [domain = "", name = ""] = key.split("/");
  const [itsDomain = "", itsName = ""] = known.split("/");
  if (name === itsName) return distance(domain, itsDomain, most(itsDomain)) <= most(itsDomain);
  return domain === itsDomain && name !== "" && distance(name, itsName, 1) <= 1;
}
