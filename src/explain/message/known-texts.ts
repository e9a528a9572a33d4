/** A text that people look up, and what helps. */
type KnownText = readonly [pattern: RegExp, advice: string];

/**
 * Errors about which `explain` knows more if it has the request (misspelt fields, other versions), and errors of clients. Only the text
 * is known here, so that the advice names nothing of the object.
 */
const KNOWN_TEXTS: readonly KnownText[] = [
  [
    /no matches for kind "(?:(?:Mutating|Validating)WebhookConfiguration|CustomResourceDefinition)" in version "[\w.]{1,60}\/v1beta1"/,
    "v1beta1 of this kind is not served since Kubernetes 1.22: write v1. A webhook needs sideEffects and admissionReviewVersions there, and a CustomResourceDefinition a schema for each version; sallyport lint names the fields that are missing",
  ],
  [
    /no matches for kind "[^"]*" in version "/,
    "the cluster does not serve this kind in this version: install its CustomResourceDefinition and wait until it is established, or write a version that kubectl api-resources lists",
  ],
  [
    /strict decoding error: unknown field "|ValidationError\([\w.]{1,100}\): unknown field "/,
    "the kind has no field of this name at this place: it is misspelt, or its indentation puts it into the wrong object. kubectl explain lists the fields; sallyport explain with the manifest names the nearest one",
  ],
  [
    /json: cannot unmarshal number into Go struct field \S+ of type string/,
    "write the value in quotes: YAML reads it as a number",
  ],
  [
    /json: cannot unmarshal bool into Go struct field \S+ of type string/,
    'write the value in quotes: YAML reads true, yes and on as booleans, as in "true"',
  ],
  [
    /json: cannot unmarshal string into Go struct field \S+ of type (?:u?int\d*|bool)\b/,
    "write the value without quotes: the field takes no text",
  ],
  [
    /request did not complete within (?:the )?(?:requested|allotted) timeout|unable to return a response in the time allotted/,
    "the time of the request was over before it was stored. Webhooks that do not answer use it up, each for its timeoutSeconds; a slow etcd, too. The metric apiserver_admission_webhook_admission_duration_seconds names slow webhooks",
  ],
  [
    /the server is currently unable to handle the request/,
    "an API server behind an APIService does not answer, or the API server itself is overloaded: kubectl get apiservices shows which one is not available",
  ],
  [
    /unable to validate against any security context constraint/,
    "OpenShift: the service account of the pod may use no SecurityContextConstraints that allow these fields. Change the fields that the text names, or let the account use another one (oc adm policy add-scc-to-user)",
  ],
];

/** Returns what helps against an error whose text alone is known; undefined for others. */
export const knownAdvice = (message: string): string | undefined =>
  KNOWN_TEXTS.find(([pattern]) => pattern.test(message))?.[1];
