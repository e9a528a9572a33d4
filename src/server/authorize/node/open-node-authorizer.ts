import { nodeIdentity } from "../../../api/node-user.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { OwnAuthorizer } from "../authorizer-chain.ts";
import { NO_RULES, unknownRules } from "../rules.ts";
import { fillGraph } from "./fill-graph.ts";
import { nodeAuthorizer } from "./node-authorizer.ts";
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
