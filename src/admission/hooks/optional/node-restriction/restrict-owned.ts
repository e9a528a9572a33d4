import { specOf } from "../../../../api/meta.ts";
import { parseRequest } from "../../../../crypto/x509/certificate-request.ts";
import { text } from "../../../../json/value.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

const LEASES = "kube-node-lease";

/** Allows only the Lease of the node. */
export function restrictLease(context: PluginContext, node: string): PluginResult {
  if (context.attributes.namespace !== LEASES)
    return forbid(context, `can only access leases in the "${LEASES}" system namespace`);
  if (nameIn(context) === node) return undefined;
  return forbid(context, "can only access node lease with the same name as the requesting node");
}

/** Allows only the CSINode of the node. */
export function restrictCsiNode(context: PluginContext, node: string): PluginResult {
  if (nameIn(context) === node) return undefined;
  return forbid(context, "can only access CSINode with the same name as the requesting node");
}

/** Name of the object; for a new object it is in the object itself. */
const nameIn = ({ attributes, object }: PluginContext): string =>
  attributes.operation === "CREATE" ? (object?.metadata.name ?? "") : attributes.name;

/** Allows only slices of the node's own devices. The Node authorizer has checked slices that exist already. */
export function restrictSlice(context: PluginContext, node: string): PluginResult {
  const { operation, oldObject } = context.attributes;
  if (operation === "UPDATE") return undefined;
  const isNew = operation === "CREATE";
  if (specOf(isNew ? context.object : oldObject).nodeName === node) return undefined;
  const verb = isNew ? "create" : "delete";
  return forbid(context, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`);
}

const NODE_SIGNERS: readonly unknown[] = [
  "kubernetes.io/kubelet-serving",
  "kubernetes.io/kube-apiserver-client-kubelet",
];

/** Allows only certificate signing requests of a kubelet that name its node. */
export function restrictRequest(context: PluginContext, node: string): PluginResult {
  const { signerName, request } = specOf(context.object);
  if (context.attributes.operation !== "CREATE" || !NODE_SIGNERS.includes(signerName)) return undefined;
  const parsed = parseRequest(text(request));
  if ("problem" in parsed) return forbid(context, `unable to parse csr: ${parsed.problem}`);
  const name = `system:node:${node}`;
  if (parsed.subject.commonName === name) return undefined;
  return forbid(context, `can only create a node CSR with CN=${name}`);
}
