import type { Decision } from "../authorize.ts";
import { ALLOWED, type Decide, noOpinion, selectsOnlyNode } from "./decide.ts";
import { decideGet, decideRelated } from "./decide-by-relation.ts";

const OWN_VERBS = ["get", "create", "update", "patch", "delete"];
const LEASES = "kube-node-lease";

/** Decides about the Lease of the node. On creation the plugin NodeRestriction compares the name. */
export const decideLease: Decide = ({ verb, namespace, name }, node) => {
  if (!OWN_VERBS.includes(verb))
    return noOpinion("can only get, create, update, patch, or delete a node lease");
  if (namespace !== LEASES) return noOpinion(`can only access leases in the "${LEASES}" system namespace`);
  if (verb !== "create" && name !== node)
    return noOpinion("can only access node lease with the same name as the requesting node");
  return ALLOWED;
};

/** Decides about the CSINode of the node; its status needs a gate that is off. On creation the plugin NodeRestriction compares the name. */
export const decideCsiNode: Decide = ({ verb, subresource, name }, node) => {
  if (subresource === "status") return noOpinion("CSINode status access requires CSIVolumeHealth feature");
  if (subresource !== "") return noOpinion("cannot authorize CSINode subresources");
  if (!OWN_VERBS.includes(verb)) return noOpinion("can only get, create, update, patch, or delete a CSINode");
  if (verb !== "create" && name !== node)
    return noOpinion("can only access CSINode with the same name as the requesting node");
  return ALLOWED;
};

/** Decides about ResourceSlices that name the node. On creation the plugin NodeRestriction checks the object. */
export const decideSlice: Decide = (attributes, node, graph) => {
  if (attributes.subresource !== "") return noOpinion("cannot authorize ResourceSlice subresources");
  switch (attributes.verb) {
    case "create":
      return ALLOWED;
    case "get":
    case "update":
    case "patch":
    case "delete":
      return decideRelated("resourceslices", attributes, node, graph);
    case "watch":
    case "list":
    case "deletecollection":
      return selectsOnlyNode(attributes, node)
        ? ALLOWED
        : noOpinion("can only list/watch/deletecollection resourceslices with nodeName field selector");
    default:
      return noOpinion(
        "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
      );
  }
};

/**
 * Decides about PodCertificateRequests that name the node. On creation the plugin NodeRestriction checks the
 * object.
 */
export const decideCertificate: Decide = (attributes, node, graph, features) => {
  if (!features.isOn("PodCertificateRequest")) return noOpinion("");
  const { verb, subresource } = attributes;
  if (subresource !== "")
    return noOpinion("nodes may not access the status subresource of PodCertificateRequests");
  if (verb === "create") return ALLOWED;
  if (verb === "get") return decideRelated("podcertificaterequests", attributes, node, graph);
  if (verb !== "list" && verb !== "watch") return noOpinion(`nodes may not ${verb} podcertificaterequests`);
  return selectsOnlyNode(attributes, node)
    ? ALLOWED
    : noOpinion("can only list/watch podcertificaterequests with nodeName field selector");
};

/** Decides about Nodes. A node reads its own Node. The plugin NodeRestriction limits its writes. */
export const decideNode: Decide = ({ verb, subresource, name }, node) => {
  if (subresource === "status") return allowedFor(verb, ["update", "patch"]);
  if (subresource !== "") return noOpinion("");
  if (["get", "list", "watch"].includes(verb)) return decideRead(name, node);
  return allowedFor(verb, ["create", "update", "patch"]);
};

function decideRead(name: string, node: string): Decision {
  if (name === node) return ALLOWED;
  const what = name === "" ? "all nodes" : `'${name}'`;
  return noOpinion(`node '${node}' cannot read ${what}, only its own Node object`);
}

const allowedFor = (verb: string, verbs: readonly string[]): Decision =>
  verbs.includes(verb) ? ALLOWED : noOpinion("");

const getPod = decideGet("pods");

/** Decides about Pods. A node reads its pods. The plugin NodeRestriction limits its writes. */
export const decidePod: Decide = (attributes, node, graph, features) => {
  const { verb, subresource } = attributes;
  if (subresource === "status") return allowedFor(verb, ["update", "patch"]);
  if (subresource === "eviction") return allowedFor(verb, ["create"]);
  if (subresource !== "") return noOpinion("");
  if (verb === "get") return getPod(attributes, node, graph, features);
  if (verb === "list" || verb === "watch") {
    if (selectsOnlyNode(attributes, node)) return ALLOWED;
    if (attributes.name !== "") return decideRelated("pods", attributes, node, graph);
    return noOpinion("can only list/watch pods with spec.nodeName field selector");
  }
  return allowedFor(verb, ["create", "delete"]);
};
