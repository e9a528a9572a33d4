import { nodeIdentity } from "../../../api/node-user.ts";
import { quote } from "../../../go/quote.ts";
import { bootRoles } from "../../../resources/boot/rbac.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { AuthorizationAttributes } from "../attributes.ts";
import type { ImmediateAuthorizer } from "../authorize.ts";
import type { OwnAuthorizer } from "../authorizer-chain.ts";
import { rulesAllow, rulesOf } from "../rbac.ts";
import { NO_RULES, unknownRules } from "../rules.ts";
import { ALLOWED, type Decide, noOpinion } from "./decide.ts";
import {
  decideCertificate,
  decideCsiNode,
  decideLease,
  decideNode,
  decidePod,
  decideSlice,
} from "./decide-by-name.ts";
import { decideAccount, decideClaim, decideGet, decideRead } from "./decide-by-relation.ts";
import { fillGraph } from "./fill-graph.ts";
import { NodeGraph } from "./node-graph.ts";

/**
 * Opens the authorizer of `--authorization-mode=Node`, which follows the stored objects. Must be closed with
 * the server.
 */
export async function openNodeAuthorizer(
  storage: Storage,
  features: Features,
): Promise<OwnAuthorizer & { close(): void }> {
  const graph = new NodeGraph();
  const close = await fillGraph(graph, storage);
  const unknown = unknownRules("node authorizer does not support user rule resolution");
  return {
    authorize: nodeAuthorizer(graph, features),
    rulesFor: (user, namespace) => (nodeIdentity(user) === undefined ? NO_RULES : unknown)(user, namespace),
    close,
  };
}

/** Deciders by group and resource. The rules of the role system:node decide about other resources. */
const DECIDERS: ReadonlyMap<string, Decide> = new Map<string, Decide>([
  ["/configmaps", decideRead("configmaps")],
  ["/nodes", decideNode],
  ["/persistentvolumeclaims", decideClaim],
  ["/persistentvolumes", decideGet("persistentvolumes")],
  ["/pods", decidePod],
  ["/secrets", decideRead("secrets")],
  ["/serviceaccounts", decideAccount],
  ["certificates.k8s.io/podcertificaterequests", decideCertificate],
  ["coordination.k8s.io/leases", decideLease],
  ["resource.k8s.io/resourceclaims", decideGet("resourceclaims")],
  ["resource.k8s.io/resourceslices", decideSlice],
  ["storage.k8s.io/csinodes", decideCsiNode],
  ["storage.k8s.io/volumeattachments", decideGet("volumeattachments")],
]);

/**
 * Authorizer for kubelets. A kubelet may read the objects that the pods on its node refer to, and write its
 * node and its pods. It has no opinion about other users
 * (kubernetes/plugin/pkg/auth/authorizer/node/node_authorizer.go, Authorize).
 */
function nodeAuthorizer(graph: NodeGraph, features: Features): ImmediateAuthorizer {
  const role = bootRoles(features).find(({ metadata }) => metadata.name === "system:node");
  const rules = role === undefined ? [] : rulesOf(role);
  return (attributes) => {
    const node = nodeIdentity(attributes.user);
    if (node === undefined) return noOpinion("");
    if (node === "") return noOpinion(`unknown node for user ${quote(attributes.user.username)}`);
    const decide = deciderOf(attributes);
    if (decide !== undefined) return decide(attributes, node, graph, features);
    return rulesAllow(rules, attributes) ? ALLOWED : noOpinion("");
  };
}

const deciderOf = ({ isResource, group, resource }: AuthorizationAttributes): Decide | undefined =>
  isResource ? DECIDERS.get(`${group}/${resource}`) : undefined;
