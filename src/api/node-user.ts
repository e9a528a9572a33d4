import type { UserInfo } from "./meta.ts";

/** What names of users begin with that are nodes. */
export const NODE_PREFIX = "system:node:";
const GROUP = "system:nodes";

/**
 * The name of the node that a user is; undefined: the user is no node. Empty: a node that does not say which
 * (kubernetes/pkg/auth/nodeidentifier/default.go).
 */
export function nodeIdentity({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(NODE_PREFIX) && groups.includes(GROUP)
    ? username.slice(NODE_PREFIX.length)
    : undefined;
}
