import type { AuthorizationAttributes } from "../attributes.ts";
import type { Decision } from "../authorize.ts";
import { ALLOWED, type Decide, noOpinion } from "./decide.ts";
import { keyOf, type NodeGraph, type Related } from "./node-graph.ts";

/** Decides about one object by its relation to the node. */
export function decideRelated(
  kind: Related,
  { namespace, name }: AuthorizationAttributes,
  node: string,
  graph: NodeGraph,
): Decision {
  if (name === "") return noOpinion("No Object name found");
  return graph.relates(keyOf(kind, namespace, name), node) ? ALLOWED : unrelated(node);
}

const unrelated = (node: string): Decision =>
  noOpinion(`no relationship found between node '${node}' and this object`);

const READS = ["get", "list", "watch"];

/** Decides about reads of single objects. A list or a watch names its object with a field selector. */
export const decideRead =
  (kind: Related): Decide =>
  (attributes, node, graph) => {
    const { verb, subresource, namespace } = attributes;
    if (!READS.includes(verb)) return noOpinion("can only read resources of this type");
    if (subresource !== "") return noOpinion("cannot read subresource");
    if (namespace === "") return noOpinion("can only read namespaced object of this type");
    return decideRelated(kind, attributes, node, graph);
  };

/** Allows a node to get objects that its pods use, one by one. */
export const decideGet =
  (kind: Related): Decide =>
  (attributes, node, graph) => {
    if (attributes.verb !== "get") return noOpinion("can only get individual resources of this type");
    if (attributes.subresource !== "") return noOpinion("cannot get subresource");
    return decideRelated(kind, attributes, node, graph);
  };

const getClaim = decideGet("persistentvolumeclaims");

/** Decides about PersistentVolumeClaims. A node reads the claims of its pods, and writes their status. */
export const decideClaim: Decide = (attributes, node, graph, features) => {
  const { verb, subresource } = attributes;
  if (subresource !== "status") return getClaim(attributes, node, graph, features);
  if (verb !== "update" && verb !== "patch") return noOpinion("can only get/update/patch this type");
  return decideRelated("persistentvolumeclaims", attributes, node, graph);
};

const readAccount = decideRead("serviceaccounts");

/** Decides about ServiceAccounts. A node reads the accounts of its pods, and requests tokens for them. */
export const decideAccount: Decide = (attributes, node, graph, features) => {
  const { verb, subresource, name } = attributes;
  if (verb === "get" && subresource === "") return readAccount(attributes, node, graph, features);
  if (verb !== "create" || name === "")
    return noOpinion("can only create tokens for individual service accounts");
  if (subresource !== "token") return noOpinion("can only create token subresource of serviceaccount");
  return decideRelated("serviceaccounts", attributes, node, graph);
};
