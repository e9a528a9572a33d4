import type { UserInfo } from "../../api/meta.ts";
import { NODE_PREFIX } from "../../api/node-user.ts";
import { nameIsDnsLabel, nameIsDnsSubdomain } from "../../api/validation/name-format.ts";

/** Builds a user. An empty uid and empty extra values are left out. */
export const userWith = (
  username: string,
  uid: string,
  groups: readonly string[],
  extra: NonNullable<UserInfo["extra"]>,
): UserInfo => ({
  username,
  ...(uid === "" ? {} : { uid }),
  groups,
  ...(Object.keys(extra).length === 0 ? {} : { extra }),
});

/** Returns the namespace and the name of the service account with this user name. */
export function serviceAccountOf(username: string): { namespace: string; name: string } | undefined {
  const match = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username);
  if (match === null) return undefined;
  const [, namespace = "", name = ""] = match;
  const valid = nameIsDnsLabel(namespace, false).length + nameIsDnsSubdomain(name, false).length === 0;
  return valid ? { namespace, name } : undefined;
}

/** Returns `system:serviceaccount:NAMESPACE:NAME`. */
export const serviceAccountUsername = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** Groups that every service account of a namespace has. */
export const serviceAccountGroups = (namespace: string): string[] => [
  "system:serviceaccounts",
  `system:serviceaccounts:${namespace}`,
];

/** Returns the node with this user name. */
export function nodeOf(username: string): string | undefined {
  if (!username.startsWith(NODE_PREFIX)) return undefined;
  const name = username.slice(NODE_PREFIX.length);
  return nameIsDnsSubdomain(name, false).length === 0 ? name : undefined;
}

/**
 * The user of the server's requests to itself, with the name that kube-apiserver uses (its
 * server.NewLoopbackClientConfig). Each process has its own uid.
 */
export const loopbackUser = (uid: string): UserInfo => ({
  username: "system:apiserver",
  uid,
  groups: ["system:authenticated", "system:masters"],
});
