import { nameIsDnsLabel, nameIsDnsSubdomain } from "../../api/name-format.ts";

/** Namespace and name of the service account that a user name stands for. */
export function serviceAccountOf(username: string): { namespace: string; name: string } | undefined {
  const match = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username);
  if (match === null) return undefined;
  const [, namespace = "", name = ""] = match;
  const valid = nameIsDnsLabel(namespace, false).length + nameIsDnsSubdomain(name, false).length === 0;
  return valid ? { namespace, name } : undefined;
}

/** `system:serviceaccount:NAMESPACE:NAME`. */
export const serviceAccountUsername = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

export const serviceAccountGroups = (namespace: string): string[] => [
  "system:serviceaccounts",
  `system:serviceaccounts:${namespace}`,
];

const NODE = "system:node:";

/** The node that a user name stands for. */
export function nodeOf(username: string): string | undefined {
  if (!username.startsWith(NODE)) return undefined;
  const name = username.slice(NODE.length);
  return nameIsDnsSubdomain(name, false).length === 0 ? name : undefined;
}
