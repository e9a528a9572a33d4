/** `rbac.authorization.k8s.io`, `v1` → `RbacAuthorizationV1`; the core group is `Core`. */
export const operationGroup = (group: string, version: string): string => groupWord(group) + capital(version);

const groupWord = (group: string): string => {
  if (group === "") return "Core";
  return group
    .replace(/\.k8s\.io$/, "")
    .split(/[.-]/)
    .map(capital)
    .join("");
};

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `apps_v1`: what the operations of one document are filed under. */
export function tagOf(group: string, version: string): string {
  const word = groupWord(group);
  return `${word.slice(0, 1).toLowerCase()}${word.slice(1)}_${version}`;
}

/** `Pod` → `a Pod`, `Event` → `an Event`, `Endpoints` → `Endpoints`. */
export function withArticle(kind: string): string {
  if (/[^s]s$/.test(kind)) return kind;
  return /^[aeiou]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}
