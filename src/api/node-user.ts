import type { UserInfo } from "./meta.ts";

/** Prefix of user names of nodes. */
export const NODE_PREFIX = "system:node:";
const GROUP = "system:nodes";

/**
 * Name of the node that a user represents; undefined if the user is no node. The name is empty if the user name is
 * only the prefix (kubernetes/pkg/auth/nodeidentifier/default.go).
 */
export function nodeIdentity({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(NODE_PREFIX) && groups.includes(GROUP)
    ? username.slice(NODE_PREFIX.length)
    : undefined;
}
