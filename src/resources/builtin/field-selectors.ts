import type { Json } from "../../api/json.ts";
import { isJsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";

/** What a kind can be selected by besides its name and namespace (api-surface A.8). */
export interface SelectableFields {
  readonly fields: ReadonlyMap<string, (object: KubeObject) => string>;
  /** How another label is refused. */
  readonly unknown: (label: string) => string;
  /** False: `metadata.namespace` is refused as well. */
  readonly namespace: boolean;
}

/** Names of kinds with their version, as in `v1 Pod` and `events.k8s.io/v1 Event`. */
export function selectableFieldsOf(apiVersion: string, kind: string): SelectableFields {
  return KINDS.get(`${apiVersion} ${kind}`) ?? COMMON;
}

const unsupported = (label: string): string => `field label not supported: ${label}`;

const COMMON: SelectableFields = {
  fields: new Map(),
  unknown: (label) =>
    `${JSON.stringify(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  namespace: true,
};

/** The value at a path as selectors compare it: absent is empty, booleans and numbers as text. */
function textAt(object: KubeObject, path: readonly string[]): string {
  let at: Json | undefined = object;
  for (const key of path) at = isJsonObject(at) ? at[key] : undefined;
  return typeof at === "string" || typeof at === "number" || typeof at === "boolean" ? String(at) : "";
}

/** `path` may differ from the label; `zero` is the text of an absent value. */
function at(path: string, zero = ""): (object: KubeObject) => string {
  const keys = path.split(".");
  return (object) => textAt(object, keys) || zero;
}

/** Events are stored as core events: their fields are found under either name. */
function either(path: string, stored: string): (object: KubeObject) => string {
  const [first, second] = [at(path), at(stored)];
  return (object) => first(object) || second(object);
}

function own(
  fields: Readonly<Record<string, (object: KubeObject) => string>>,
  options: { unknown?: (label: string) => string; namespace?: boolean } = {},
): SelectableFields {
  return {
    fields: new Map(Object.entries(fields)),
    unknown: options.unknown ?? unsupported,
    namespace: options.namespace ?? true,
  };
}

const same = (...labels: string[]): Record<string, (object: KubeObject) => string> =>
  Object.fromEntries(labels.map((label) => [label, at(label)]));

/** The component that reported an event: the source, else the controller. */
const eventSource = (object: KubeObject): string =>
  at("source.component")(object) || at("reportingComponent")(object);

const KINDS: ReadonlyMap<string, SelectableFields> = new Map([
  [
    "v1 Pod",
    own({
      ...same(
        "spec.nodeName",
        "spec.restartPolicy",
        "spec.schedulerName",
        "spec.serviceAccountName",
        "status.phase",
        "status.podIP",
        "status.nominatedNodeName",
      ),
      "spec.host": at("spec.nodeName"),
      "spec.hostNetwork": at("spec.hostNetwork", "false"),
      // Known to the reference, yet never filled in.
      "status.podIPs": () => "",
    }),
  ],
  ["v1 Node", own({ "spec.unschedulable": at("spec.unschedulable", "false") }, { namespace: false })],
  ["v1 Namespace", own(same("status.phase"), { namespace: false })],
  ["v1 Secret", own(same("type"))],
  ["v1 Service", own(same("spec.clusterIP", "spec.type"))],
  ["v1 ReplicationController", own({ "status.replicas": at("status.replicas", "0") })],
  [
    "v1 Event",
    own({
      ...same(
        "involvedObject.kind",
        "involvedObject.namespace",
        "involvedObject.name",
        "involvedObject.uid",
        "involvedObject.apiVersion",
        "involvedObject.resourceVersion",
        "involvedObject.fieldPath",
        "reason",
        "reportingComponent",
        "type",
      ),
      source: eventSource,
    }),
  ],
  [
    "events.k8s.io/v1 Event",
    own({
      ...same("reason", "type"),
      reportingController: either("reportingController", "reportingComponent"),
      ...Object.fromEntries(
        ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"].map((key) => [
          `regarding.${key}`,
          either(`regarding.${key}`, `involvedObject.${key}`),
        ]),
      ),
    }),
  ],
  [
    "batch/v1 Job",
    own(
      { "status.successful": at("status.succeeded", "0") },
      { unknown: (label) => `field label ${JSON.stringify(label)} not supported for Job` },
    ),
  ],
  ["certificates.k8s.io/v1 CertificateSigningRequest", own(same("spec.signerName"), { namespace: false })],
  [
    "resource.k8s.io/v1 ResourceSlice",
    own(same("spec.nodeName", "spec.driver"), {
      unknown: (label) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${label}`,
      namespace: false,
    }),
  ],
]);
