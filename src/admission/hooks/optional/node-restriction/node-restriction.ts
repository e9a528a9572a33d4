import { nodeIdentity } from "../../../../api/node-user.ts";
import { quote } from "../../../../go/quote.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import { restrictCertificate } from "./restrict-certificate.ts";
import { restrictClaim } from "./restrict-claim.ts";
import { restrictNode } from "./restrict-node.ts";
import { restrictCsiNode, restrictLease, restrictRequest, restrictSlice } from "./restrict-owned.ts";
import { restrictPod } from "./restrict-pod.ts";
import { restrictToken } from "./restrict-token.ts";

/** Checks a write by a node. `node`: the name of the node. */
export type Restrict = (context: PluginContext, node: string) => PluginResult | Promise<PluginResult>;

/** Checks by group and resource; for other resources a node needs only the authorization. */
const RESTRICTIONS: ReadonlyMap<string, Restrict> = new Map<string, Restrict>([
  ["/nodes", restrictNode],
  ["/persistentvolumeclaims", restrictClaim],
  ["/pods", restrictPod],
  ["/serviceaccounts", restrictToken],
  ["certificates.k8s.io/certificatesigningrequests", restrictRequest],
  ["certificates.k8s.io/podcertificaterequests", restrictCertificate],
  ["coordination.k8s.io/leases", restrictLease],
  ["resource.k8s.io/resourceslices", restrictSlice],
  ["storage.k8s.io/csinodes", restrictCsiNode],
]);

/**
 * Restricts the writes of a kubelet to its own node and the pods on it. It runs in the mutating phase,
 * although it changes nothing (kubernetes/plugin/pkg/admission/noderestriction/admission.go, Admit).
 */
export const nodeRestriction: BuiltinPlugin = {
  kind: "builtin",
  name: "NodeRestriction",
  operations: new Set(["CREATE", "UPDATE", "DELETE"]),
  admit: (context) => {
    const { user, resource } = context.attributes;
    const node = nodeIdentity(user);
    if (node === undefined) return undefined;
    if (node === "") return forbid(context, `could not determine node from user ${quote(user.username)}`);
    return RESTRICTIONS.get(`${resource.group}/${resource.resource}`)?.(context, node);
  },
};
