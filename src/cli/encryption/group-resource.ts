/** `deployments.apps`: up to the first dot the resource, then the group (apimachinery/pkg/runtime/schema, ParseGroupResource). */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf(".");
  return dot < 0
    ? { group: "", resource: text }
    : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}

/** As configurations have it: `*.` is everything of the core group. */
export const groupResourceText = ({ group, resource }: GroupResource): string => {
  if (group !== "") return `${resource}.${group}`;
  return resource === "*" ? "*." : resource;
};
