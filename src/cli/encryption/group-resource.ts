import type { GroupResource } from "../../api/group-version.ts";

/** As configurations have it: `*.` is everything of the core group. */
export const groupResourceText = ({ group, resource }: GroupResource): string => {
  if (group !== "") return `${resource}.${group}`;
  return resource === "*" ? "*." : resource;
};
