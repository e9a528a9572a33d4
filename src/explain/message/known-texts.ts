import { parseGroupVersion } from "../../api/group-version.ts";
import { BINARY_MINOR } from "../../resources/features/emulated-version.ts";
import { findApiVersion, findOtherVersion, hasBuiltInKind } from "../../resources/lifecycle/api-versions.ts";
import { fileText } from "../ending/served.ts";
import { textReader } from "../text-table.ts";

/** Text before such an error of JSON that tells that an object of Kubernetes is meant: other programs have the same errors. */
const OF_OBJECT =
  "(?:handled as|[dD]ecod|error when|error validating|with kind|unable to|Internal error|\\bv\\d\\w*\\.[A-Z]|[mM]anifest|[kK]ubernetes).*json: cannot unmarshal ";

/**
 * Errors about which `explain` knows more if it has the request (misspelt fields, other versions), and errors of clients. Only the text
 * is known here, so that the advice names nothing of the object.
 */
const knownText = textReader({
  "has finalizers remaining":
    "objects in the namespace wait for the controllers of these finalizers: let the controller run until they are gone. If it was uninstalled, clean up what it managed, and remove the finalizer from the objects, not from the namespace",
  "unable to retrieve the complete list of server APIs|stale GroupVersion discovery":
    "an API server behind an APIService of this group and version does not answer, and no namespace can be deleted meanwhile: kubectl get apiservices shows it. Repair its Service and pods, or delete the APIService if its program was removed",
  'ValidationError\\(CustomResourceDefinition\\.spec\\): unknown field "(?:version|validation|subresources|additionalPrinterColumns)"':
    "these are fields of apiextensions.k8s.io/v1beta1: in v1, spec.versions is a list, and each entry has name, served, storage, schema.openAPIV3Schema, and its subresources and additionalPrinterColumns",
  "ValidationError\\(CustomResourceDefinition\\.status\\): missing required field":
    "an old controller-gen has written an empty status into the manifest: remove it, for the server writes the status",
  'missing required field "':
    "write the field that the text names: it is missing, misspelt, or its indentation puts it into another object. kubectl explain shows the fields of the kind",
  'unknown object type "nil" in ':
    "the field that the text names has no value: write one, or, if a chart rendered it, set the value that its template reads (or give it a default there)",
  'strict decoding error: unknown field "|ValidationError\\([\\w.[\\]-]{1,200}\\): unknown field "|(?:Warning: |violates policy 299 - "?)unknown field \\\\?"':
    "the kind has no field of this name at this place: it is misspelt, its indentation puts it into the wrong object, or the server, or the CustomResourceDefinition in the cluster, is of a release without it. kubectl explain lists the fields; sallyport explain with the manifest names the nearest one",
  [`${OF_OBJECT}number into Go struct field \\S+ of type string`]:
    "write the value in quotes: YAML reads it as a number",
  [`${OF_OBJECT}bool into Go struct field \\S+ of type string`]:
    'write the value in quotes: YAML reads true, yes and on as booleans, as in "true"',
  [`${OF_OBJECT}string into Go struct field \\S+ of type (?:u?int\\d*|bool)\\b`]:
    "write the value without quotes: the field takes no text",
  "request did not complete within (?:the )?(?:requested|allotted) timeout|did not complete within allowed duration|unable to return a response in the time allotted":
    "the time of the request was over before it was stored. Webhooks that do not answer use it up, each for its timeoutSeconds; a slow etcd, too. The metric apiserver_admission_webhook_admission_duration_seconds names slow webhooks",
  "the server is currently unable to handle the request":
    "an API server behind an APIService does not answer, or the API server itself is overloaded: kubectl get apiservices shows which one is not available",
  "violates policy 299 - ":
    "it is a warning: the server, or a webhook or a policy, gave the text in quotes, and stored the object",
  'orbidden.* cannot (?:get|list|watch|create|update|patch|delete|deletecollection) (?:resource "|[a-z]+(?:\\.[a-z0-9.-]+)? (?:in the namespace|at the cluster scope))':
    "no role of the user allows this verb on this resource: a RoleBinding in the namespace, or a ClusterRoleBinding, has to give the user (or its group or service account) a role with both. kubectl auth can-i VERB RESOURCE --as USER tests it",
  "unable to validate against any security context constraint":
    "OpenShift: the service account of the pod may use no SecurityContextConstraints that allow these fields. Change the fields that the text names, or let the account use another one (oc adm policy add-scc-to-user)",
});

const NO_MATCH = /no matches for kind "([^"]{1,253})" in version "([^"]{1,253})"/;

/** Returns what helps against a kind that is not served: the version that replaces it, if one is known. */
function notServed(message: string): string | undefined {
  const [, kind, written = ""] = NO_MATCH.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const { group, version } = parseGroupVersion(written);
  const file = fileText(group, kind);
  if (file !== "") return file;
  const row = findApiVersion(group, version, kind);
  if (row !== undefined && row.removed <= BINARY_MINOR) {
    const since = `${version} of this kind is not served since Kubernetes 1.${row.removed}`;
    if (row.replacement === "") return `${since}, and nothing replaces it`;
    const hint = STRICTER_KIND.test(kind) ? STRICTER : "";
    return `${since}: write ${parseGroupVersion(row.replacement).group === group ? parseGroupVersion(row.replacement).version : row.replacement}. A program that still asks for it, such as an operator, needs a newer release${hint}`;
  }
  const other = findOtherVersion(group, version, kind);
  if (other !== undefined)
    return `${written} of this kind is not part of ${other.gone} and later: write ${other.replacement}, or install the definitions of an older release`;
  return hasBuiltInKind(group, kind)
    ? `${group} is a group of Kubernetes itself: the cluster is older than this version of the kind, or does not serve it (feature gates, --runtime-config)`
    : "the cluster does not serve this kind in this version: install its CustomResourceDefinition and wait until it is established, or write a version that kubectl api-resources lists";
}

const STRICTER_KIND = /WebhookConfiguration$|^CustomResourceDefinition$/;
const STRICTER =
  ". A webhook needs sideEffects and admissionReviewVersions there, and a CustomResourceDefinition a schema for each version; sallyport lint names the fields that are missing";

/** Returns what helps against an error whose text alone is known; undefined for others. */
export const knownAdvice = (message: string): string | undefined =>
  notServed(message) ?? knownText(message)?.known;
