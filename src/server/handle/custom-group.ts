import type { RegisteredGroup } from "../../resources/registry.ts";

/** Whether every resource of the group has been defined by somebody. */
export const isCustom = ({ versions }: RegisteredGroup): boolean =>
  versions.every(({ resources }) => resources.every(({ resource }) => resource.custom));
