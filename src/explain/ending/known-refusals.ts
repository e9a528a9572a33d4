import { once } from "../../async/once.ts";
import { compilePattern } from "../../schema/pattern.ts";
import type { Cause, CauseCode } from "../explanation.ts";

/** A text of the API server that people look up, with its cause and cure. */
interface KnownRefusal {
  /** In RE2's syntax, because messages of servers may be long. */
  readonly text: string;
  readonly advice: string;
}

/**
 * Refusals of the server itself that are met often, the special ones first. The advice holds wherever the text comes from,
 * so that it says nothing about the object.
 */
const KNOWN_REFUSALS: readonly KnownRefusal[] = [
  {
    text: String.raw`metadata\.annotations: Too long`,
    advice:
      "all annotations together may have 256 KiB. kubectl apply keeps a copy of the manifest in one of them; kubectl apply --server-side does not, nor does kubectl create",
  },
  {
    text: String.raw`metadata\.managedFields must be nil`,
    advice: "remove metadata.managedFields from the manifest: it was read from a server",
  },
  {
    text: "resourceVersion should not be set on objects to be created",
    advice:
      "remove metadata.resourceVersion from the manifest (and uid, creationTimestamp): it was read from a server",
  },
  {
    text: "must be specified for an update",
    advice:
      "an update has to name the version that it changes: read the object, and send its metadata.resourceVersion; kubectl apply and kubectl patch need none",
  },
  {
    text: "the object has been modified; please apply your changes to the latest version",
    advice:
      "another client wrote the object after it was read: read it again, repeat the change, and send it (RetryOnConflict in client-go)",
  },
  {
    text: "pod updates may not (?:change fields other than|add or remove containers)",
    advice:
      "the spec of a pod is nearly fixed: change the template of its Deployment, Job or other owner, or delete the pod and create it again",
  },
  {
    text: "updates to statefulset spec for fields other than",
    advice: "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  },
  {
    text: String.raw`StatefulSet\.apps "[^"]*" is invalid: spec\.\S+: .*field is immutable`,
    advice: "delete the StatefulSet with --cascade=orphan, which keeps its pods, and create it again",
  },
  {
    text: String.raw`spec is immutable after creation except resources\.requests`,
    advice:
      "of a bound claim only resources.requests.storage can grow: create another claim for anything else",
  },
  {
    text: String.raw`field can not be less than (?:previous value|status\.capacity)`,
    advice: "volumes can only grow: create a smaller claim under another name, and copy the data",
  },
  {
    text: "no new finalizers can be added if the object is being deleted",
    advice: "the object is being deleted: finalizers can only be removed from it",
  },
  {
    text: "because it is being terminated",
    advice:
      "the namespace is being deleted: wait until it is gone. If it does not go, the status of the namespace names the resources and finalizers that it waits for",
  },
  {
    text: String.raw`\bnamespaces "[^"]*" not found`,
    advice: "create the namespace first",
  },
  {
    text: 'error looking up service account|serviceaccount ".*" not found',
    advice:
      'create the ServiceAccount before its pods; a new namespace has its account "default" only after a moment',
  },
  {
    text: "exceeded quota: ",
    advice: "request less, delete what is no longer needed, or raise spec.hard of the ResourceQuota",
  },
  {
    text: "failed quota: .*must specify",
    advice:
      "a ResourceQuota that counts requests or limits requires them in each container: set them, or let a LimitRange of the namespace set defaults",
  },
  {
    text: 'violates PodSecurity "',
    advice:
      "set the fields of securityContext that the text names, or give the namespace another level with the label pod-security.kubernetes.io/enforce",
  },
  {
    text: String.raw`(?:minimum|maximum) \S+ (?:usage|limit to request ratio|request) per `,
    advice:
      "a LimitRange of the namespace sets this bound: change the resources of the container, or the LimitRange",
  },
  {
    text: String.raw`must be less than or equal to \S+ limit`,
    advice: "a request may not be above its limit; a limit can also come from the default of a LimitRange",
  },
  {
    text: "provided port is already allocated",
    advice: "another Service has this node port: choose another one, or leave nodePort out",
  },
  {
    text: "provided IP is already allocated",
    advice: "another Service has this address: leave clusterIP out, and the server assigns a free one",
  },
  {
    text: String.raw`may not (?:be unset|change once set)|spec\.clusterIPs?\[?0?\]?: Invalid value: .*: field is immutable`,
    advice:
      "the address of a Service cannot change: leave clusterIP out of the manifest, or delete the Service and create it again",
  },
  {
    text: String.raw`no such key: \S+ evaluating rule`,
    advice:
      "a rule of the CustomResourceDefinition reads an optional field without has(): set the field, or let the rule test for it",
  },
  {
    text: "field is immutable|may not be changed in an update|updates to (?:parameters|provisioner) are forbidden",
    advice:
      "this field cannot change after the creation: delete the object and create it again, or create another one",
  },
  {
    text: "attempting to grant RBAC permissions not currently held",
    advice:
      "the author of a role needs all rights that it gives, or the verb escalate on roles; the author of a binding needs them, too, or the verb bind on the role",
  },
  {
    text: 'no PriorityClass with name \\S+ was found|RuntimeClass "[^"]*" not found',
    advice: "create the class before the pods that name it, or correct the name",
  },
  {
    text: String.raw`spec\.ports\[\d+\]\.name: Required value`,
    advice: "a Service with several ports needs a name for each of them",
  },
  {
    text: 'must be of type (?:integer|number|boolean): "string"',
    advice: "write the value without quotes",
  },
  {
    text: 'must be of type string: "(?:integer|number|boolean)"',
    advice: "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  },
  {
    text: "may not mutate atomic arrays, maps or structs",
    advice: "write lists and maps that are atomic, such as args, with a mutation of patchType JSONPatch",
  },
  {
    text: "`selector` does not match template `labels`",
    advice: "spec.template.metadata.labels has to contain all labels of spec.selector",
  },
  {
    text: String.raw`volumeMounts\[\d+\]\.name: Not found`,
    advice: "a mount names a volume in spec.volumes of the pod: add the volume, or correct the name",
  },
  {
    text: "mountPath: Invalid value: .*must be unique",
    advice: "two mounts of the container have the same path: one may come from a webhook",
  },
  {
    text: "pathType: Required value",
    advice: "in networking.k8s.io/v1 each path has a pathType: Prefix, Exact or ImplementationSpecific",
  },
  {
    text: "a (?:lowercase )?RFC 1123 (?:subdomain|label) must consist of",
    advice:
      'names have lower case letters, digits and "-" (in most kinds also "."), and begin and end with a letter or a digit',
  },
  {
    text: "a valid label must be an empty string or consist of",
    advice:
      'the value of a label has at most 63 letters, digits, "-", "_" and ".": longer or other texts belong into an annotation',
  },
  {
    text: "name part must consist of alphanumeric characters",
    advice:
      'a key is NAME or PREFIX/NAME with one slash, and NAME has at most 63 letters, digits, "-", "_" and "."',
  },
  {
    text: "quantities must match the regular expression",
    advice: "an amount is a number with a unit: 500m, 2, 64Mi, 1Gi",
  },
  {
    text: "illegal base64 data at input byte",
    advice: "the value has to be base64 without line breaks; a Secret takes plain text in stringData",
  },
  {
    text: "is a (?:number|boolean), it must be a text",
    advice: "write the value in quotes: YAML reads 1, 1.0 and true as a number or a boolean",
  },
  {
    text: "(?i)request body was too large|etcdserver: request is too large|Request entity too large",
    advice: "the object is too large for the API: keep the data elsewhere, or divide it into several objects",
  },
  {
    text: "would violate the pod's disruption budget",
    advice:
      "a PodDisruptionBudget allows no eviction now: wait until more of its pods are ready, or change minAvailable or maxUnavailable",
  },
  {
    text: "the namespace of the provided object does not match the namespace sent on the request",
    advice: "the manifest and the flag --namespace name different namespaces",
  },
  {
    text: " already exists$",
    advice: "kubectl apply changes an object that is there; generateName makes a new name for each object",
  },
];

/** Returns the advice about a refusal of the server itself; undefined for one that is not known. */
export function adviceFor(message: string): string | undefined {
  const all = errorsIn(message).map((error) => matchers().find(({ matches }) => matches(error))?.advice);
  return all.every((advice) => advice === all[0]) ? all[0] : undefined;
}

/** The errors of a message: `Pod "a" is invalid: [spec.x: Required value, spec.y: …]`. Each may follow from another one. */
function errorsIn(message: string): string[] {
  const at = message.indexOf(SEVERAL);
  if (at < 0) return [message];
  return message
    .slice(at + SEVERAL.length)
    .split(/, (?=[\w.[\]-]+: (?:Required|Invalid|Forbidden|Unsupported|Duplicate) value|<nil>: )/)
    .filter((error) => !error.startsWith("<nil>: "));
}

const matchers = once(() =>
  KNOWN_REFUSALS.map(({ text, advice }) => ({ matches: compilePattern(text), advice })),
);

const SEVERAL = " is invalid: [";

/** Causes whose message is the server's own, and not that of a webhook or a policy. */
const OWN: ReadonlySet<CauseCode> = new Set([
  "refused",
  "conflict",
  "already-exists",
  "decoding",
  "not-found",
  "throttled",
  "invalid-configuration",
  "authorization",
]);

/** Adds the known cure to a cause that has none. */
export function withAdvice(cause: Cause): Cause {
  // Other errors of policies quote their expressions, which can have any text.
  const isOwn = OWN.has(cause.code) || cause.message.startsWith("error applying patch: ");
  const advice = cause.advice === undefined && isOwn ? adviceFor(cause.message) : undefined;
  return advice === undefined ? cause : { ...cause, advice };
}
