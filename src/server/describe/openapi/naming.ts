import type { GroupVersionKind } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../json/value.ts";

/** Group, version and kind in the order of the document. */
export const gvk = ({ group, version, kind }: GroupVersionKind): JsonObject => ({ group, version, kind });

/**
 * Returns the part of operation names for a group version: `rbac.authorization.k8s.io`, `v1` →
 * `RbacAuthorizationV1`; the core group is `Core`.
 */
export const operationGroup = (group: string, version: string): string =>
  operationWord(groupName(group)) + operationWord(version);

const groupName = (group: string): string => (group === "" ? "core" : group.replace(/\.k8s\.io$/, ""));

/**
 * Converts a text to camel case with letters and digits only; leading digits are removed
 * (apiserver/pkg/endpoints/openapi/openapi.go, ToValidOperationID).
 */
export const operationWord = (text: string): string => capital(wordOf(text));

const wordOf = (text: string): string =>
  text.replace(/^\P{L}|[^\p{L}_\d]/gu, " ").replace(/ +([^ ]?)/g, (_, next: string) => next.toUpperCase());

/** The word with its first letter in upper case. */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns the tag of the operations in one document: `apps_v1`. */
export function tagOf(group: string, version: string): string {
  return `${wordOf(groupName(group))}_${wordOf(version)}`;
}

/** Adds the article: `Pod` → `a Pod`, `Event` → `an Event`, `Endpoints` → `Endpoints`. */
export function withArticle(kind: string): string {
  if (/[^s]s$/.test(kind)) return kind;
  return /^[aeiou]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}
