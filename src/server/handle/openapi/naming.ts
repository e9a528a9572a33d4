/** `rbac.authorization.k8s.io`, `v1` → `RbacAuthorizationV1`; the core group is `Core`. */
export const operationGroup = (group: string, version: string): string =>
  operationWord(groupName(group)) + operationWord(version);

const groupName = (group: string): string => (group === "" ? "core" : group.replace(/\.k8s\.io$/, ""));

/**
 * A text in camel case, of letters and digits alone; a digit at its beginning is left out
 * (apiserver/pkg/endpoints/openapi/openapi.go, ToValidOperationID).
 */
export const operationWord = (text: string): string => capital(wordOf(text));

const wordOf = (text: string): string =>
  text.replace(/^\P{L}|[^\p{L}_\d]/gu, " ").replace(/ +([^ ]?)/g, (_, next: string) => next.toUpperCase());

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `apps_v1`: what the operations of one document are filed under. */
export function tagOf(group: string, version: string): string {
  return `${wordOf(groupName(group))}_${wordOf(version)}`;
}

/** `Pod` → `a Pod`, `Event` → `an Event`, `Endpoints` → `Endpoints`. */
export function withArticle(kind: string): string {
  if (/[^s]s$/.test(kind)) return kind;
  return /^[aeiou]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}
