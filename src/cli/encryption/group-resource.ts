import type { GroupResource } from "../../api/group-version.ts";

/** Formats a resource as configurations name it: `*.` is every resource of the core group. */
export const groupResourceText = ({ group, resource }: GroupResource): string => {
  if (group !== "") return `${resource}.${group}`;
  return resource === "*" ? "*." : resource;
};
