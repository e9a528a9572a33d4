import { type Json, type JsonObject, record, text, texts } from "../../../json/value.ts";
import type { Sources } from "../../sources.ts";
import { textReader } from "../../text-table.ts";
import { UNREGISTERED_ADVICE } from "./product-texts.ts";

/** Returns what helps against the failure of a call, from its reason; undefined if nothing is known. */
export const callAdvice = (reason: string): string | undefined => adviceOf(reason)?.known;

export const NO_ENDPOINTS = /^no endpoints available for service |^no such hosts or endpoints available/;
/** The answer of a proxy to CONNECT, which Go's client gives as the text of its status, or that of the proxy of konnectivity. */
export const OF_PROXY =
  /^(?:Forbidden|Service Unavailable|Bad Gateway|Gateway Time-?out|Proxy Authentication Required|Method Not Allowed|Internal Server Error)$|^proxy error from |^proxyconnect /;
/** Names of nodes in the clouds, in the certificates of their kubelets. */
const OF_NODE =
  /(?:is valid for|,) (?:ip-\d{1,3}-\d{1,3}-|[\w.-]{1,253}\.(?:compute|ec2)\.internal\b|gke-[\w-]{1,253}-[a-z0-9]{4}\b)/;
export const UNKNOWN_AUTHORITY = /x509: certificate signed by unknown authority/;

const adviceOf = textReader({
  'no kind "(?:Admission|Conversion)Review"': "",
  [UNREGISTERED_ADVICE[0]]: UNREGISTERED_ADVICE[1],
  "^returned \\d+ objects, expected|^no objects returned":
    "convert between every two served versions, also two that are not stored: the API server asks so for objects that are stored in an older version (status.storedVersions). Convert through the stored version in between, or write all objects again in it",
  "^returned invalid (?:converted )?object.*invalid groupVersion":
    "set apiVersion of each object to request.desiredAPIVersion",
  "^returned invalid .*must have the same|^returned invalid metadata":
    "a conversion may change labels and annotations, and nothing else in metadata",
  "^Address is not allowed":
    "the control plane reaches no addresses of the network of pods, such as those of an overlay network (Cilium, Calico) in EKS: run the webhook with hostNetwork: true on a free port, or with addresses of the nodes' network",
  "^unsupported patch type ": "the answer has response.patchType: JSONPatch; no other type exists",
  "the server could not find the requested resource$":
    "its server serves nothing at this path: correct path, or the path at which the program registers the webhook. controller-runtime serves /mutate-GROUP-VERSION-KIND and /validate-GROUP-VERSION-KIND with hyphens for the dots, and /convert for conversions",
  "the server rejected our request for an unknown reason$":
    "another program listens there, or a release of it that does not have this webhook any more: correct the port and the path, or, after an upgrade that removed the webhook, delete the configuration that was left behind",
  '^service "[^"]*" not found$':
    "install the webhook, or, if it was uninstalled, delete the configuration that it has left behind",
  [OF_PROXY.source]:
    "the API server sends such calls through a proxy: if kube-apiserver runs with HTTPS_PROXY, its NO_PROXY needs .svc, .cluster.local and the addresses of Services and pods; if the control plane reaches the nodes through konnectivity or a tunnel, look at its agents",
  "^No agent available":
    "the control plane reaches the nodes through konnectivity, and none of its agents is connected: look at the pods konnectivity-agent in kube-system, and whether the nodes reach the control plane",
  "handshake timeout":
    "the connection was made, and TLS was not answered: the way to the pods drops large packets (MTU of the CNI or a VPN), a proxy or another program listens at this port, or the webhook has no time (CPU limit)",
  "is valid for ingress\\.local\\b":
    "an ingress controller answered with its default certificate: the address leads to it, and not to the webhook. Correct the Service or the URL",
  [OF_NODE.source]:
    "another program answered, with its own certificate: the kubelet of the node listens at port 10250, also where pods have the address of the node (Fargate, hostNetwork). Let the webhook listen at another port (cert-manager: webhook.securePort), or correct the Service",
  "the server is currently unable to handle the request$":
    "no server behind it is ready. A webhook that is called at kubernetes.default.svc/apis/… needs its APIService: kubectl get apiservices shows it, and such a configuration of an old release can be deleted after an upgrade",
  [NO_ENDPOINTS.source]:
    "look whether the pods run and are ready (kubectl get endpointslices), and whether spec.selector of the Service has their labels. If the webhook itself matches these pods, they cannot start again while none is ready: leave their namespace out with namespaceSelector",
  "^an error on the server \\(|^Internal Server Error$":
    "the program of the webhook failed, and its log says why; another text than its own is that of a proxy",
  "context canceled":
    "the request ended before the webhook answered: its client gave up, or the API server stopped",
  "unexpected EOF$|connection reset by peer$":
    "the connection was cut before the answer: the pod ended or was killed (its restarts tell), or something on the way, such as a proxy or a mesh, cut it",
  "^(?:…|\\.\\.\\.)?$": "the text ends before the reason of the failure: give its rest, too",
  "connection refused":
    "look whether the program runs, and listens there. Behind a Service, the port is its targetPort, and the program listens on all addresses of its pod, not on localhost only. After an installation or a restart, wait until its pods are ready, before objects that it reviews are written",
  [UNKNOWN_AUTHORITY.source]:
    "caBundle needs the certificate of the authority that signed that of the webhook. After a renewal, or an apply of a manifest with an empty or an older caBundle, they differ; cert-manager keeps it with the annotation cert-manager.io/inject-ca-from",
  "x509: certificate (?:is valid for|is not valid for any names)|doesn't contain any IP SANs":
    "the certificate needs the host that the API server calls in subjectAltName: SERVICE.NAMESPACE.svc, or that of the URL",
  "relies on legacy Common Name field":
    "the certificate needs the host in subjectAltName (SERVICE.NAMESPACE.svc, or that of the URL): commonName is not read",
  "x509: certificate has expired":
    "renew the certificate, and let the webhook load it: it may need a restart",
});

const INJECT = "cert-manager.io/inject-";

/** True for an annotation that the cainjector reads. */
const isRead = (key: string, its: Json | undefined): boolean =>
  [`${INJECT}ca-from`, `${INJECT}ca-from-secret`].includes(key) ||
  (key === `${INJECT}apiserver-ca` && its === "true");

/**
 * Says why cert-manager has not written the absent caBundle of a webhook: no annotation of the configuration brings the authority of
 * the Certificate for its Service there, or its injector has not done it. Empty if that is not known.
 */
export function injectionAdvice(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  configuration: JsonObject | undefined,
  sources: Sources,
): string {
  const { annotations } = record(configuration?.metadata);
  if (configuration === undefined) return "";
  const written = Object.entries(record(annotations)).find(([key, its]) => isRead(key, its))?.[0];
  if (written !== undefined)
    return `the annotation ${written} is there: if caBundle is empty in the cluster, too, the cainjector of cert-manager has not written it. Look whether it runs, and at its log: it needs what the annotation names, and its lease (on GKE Autopilot, --leader-election-namespace is not kube-system)`;
  const host = `${name}.${namespace}.svc`;
  const own = (sources.names?.("Certificate") ?? []).find((one) => {
    const { apiVersion, spec, metadata } = record(sources.find("Certificate", one)?.object);
    const home = record(metadata).namespace;
    const isHere =
      text(apiVersion).startsWith("cert-manager.io/") && (home === undefined || home === namespace);
    return isHere && texts(record(spec).dnsNames).includes(host);
  });
  return own === undefined
    ? ""
    : `the Certificate ${own} of cert-manager is for this Service, and the configuration lacks the annotation that writes its caBundle: ${INJECT}ca-from: ${namespace}/${own}`;
}
