import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { notFound, plainError } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { record, records, text } from "../../../../json/value.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

const MIRROR_POD = "kubernetes.io/config.mirror";

/**
 * Allows only new PodCertificateRequests for a pod of the node, which name the pod, its service account and the node as
 * they are now (admission.go, admitPodCertificateRequest).
 */
export function restrictCertificate(context: PluginContext, node: string): PluginResult {
  const { operation, subresource, namespace } = context.attributes;
  if (operation !== "CREATE") return forbid(context, `unexpected operation ${operation}`);
  if (subresource !== "") return forbid(context, `unexpected subresource ${subresource}`);
  const spec = specOf(context.object);
  const nodeName = text(spec.nodeName);
  const podName = quote(`${namespace}/${text(spec.podName)}`);
  const account = text(spec.serviceAccountName);
  const request = `PodCertificateRequest for pod ${podName}`;

  if (nodeName !== node)
    return forbid(
      context,
      `PodCertificateRequest.Spec.NodeName=${quote(nodeName)}, which is not the requesting node ${quote(node)}`,
    );
  const stored = context.lookup.get("", "nodes", "", node);
  if (stored === undefined) return notThere("node", quote(node), node);
  if (uidOf(stored) !== text(spec.nodeUID))
    return plainError(
      `${request} names node UID ${quote(text(spec.nodeUID))}, inconsistent with the running node (${quote(uidOf(stored))})`,
    );

  const pod = context.lookup.get("", "pods", namespace, text(spec.podName));
  if (pod === undefined) return notThere("pod", podName, text(spec.podName));
  if (uidOf(pod) !== text(spec.podUID))
    return plainError(
      `${request} contains pod UID (${quote(text(spec.podUID))}) which differs from running pod ${quote(uidOf(pod))}`,
    );
  if (text(specOf(pod).nodeName) !== node)
    return forbid(
      context,
      `pod ${podName} is not running on node ${quote(node)} named in the PodCertificateRequest`,
    );
  if (pod.metadata.annotations?.[MIRROR_POD] !== undefined)
    return forbid(context, `pod ${podName} is a mirror pod`);
  const own = text(specOf(pod).serviceAccountName);
  if (account !== own)
    return forbid(
      context,
      `${request} contains serviceAccountName (${quote(account)}) that differs from running pod (${quote(own)})`,
    );

  const found = context.lookup.get("", "serviceaccounts", namespace, account);
  if (found === undefined) return notThere("serviceaccount", quote(`${namespace}/${account}`), account);
  if (uidOf(found) !== text(spec.serviceAccountUID))
    return plainError(
      `${request} names service account UID ${quote(text(spec.serviceAccountUID))}, which differs from the running service account (${quote(uidOf(found))})`,
    );
  if (mounts(pod, text(spec.signerName)) || mayRequest(context, text(spec.signerName), account))
    return undefined;
  return forbid(
    context,
    `pod ${podName} does not mount a podCertificate projected volume for signer ${quote(text(spec.signerName))}`,
  );
}

const uidOf = ({ metadata }: KubeObject): string => metadata.uid ?? "";

/** Error for an object that the server does not know yet: the kubelet may try again. */
function notThere(resource: "node" | "pod" | "serviceaccount", shown: string, name: string): PluginResult {
  const what = resource === "serviceaccount" ? "service account" : resource;
  const { message } = notFound({ group: "", resource }, name);
  return plainError(`while retrieving ${what} ${shown} named in the PodCertificateRequest: ${message}`);
}

/** True if a pod has a volume with certificates of a signer. */
const mounts = (pod: KubeObject, signer: string): boolean =>
  records(specOf(pod).volumes)
    .flatMap(({ projected }) => records(record(projected).sources))
    .some(({ podCertificate }) => text(record(podCertificate).signerName) === signer);

/** Authorization rules can name the signer as a resource, and the service account as its name. */
function mayRequest({ attributes, ports }: PluginContext, signer: string, account: string): boolean {
  const answer = ports.authorize?.(attributes.user, {
    kind: "resource",
    verb: "request-serviceaccounts-podcertificate-signer",
    group: attributes.resource.group,
    resource: signer.replaceAll("/", ":"),
    subresource: "",
    namespace: attributes.namespace,
    name: account,
    fieldSelector: "",
    labelSelector: "",
  });
  return answer?.decision === "allow";
}
