import type { ResourceDefinition } from "../resource-definition.ts";

/** A group of built-in resources. */
export interface ResourceGroup {
  /** Name of the group; "" for the core group. */
  readonly name: string;
  /** Priority of the group in its APIServices; absent for groups without APIServices. */
  readonly priority?: number;
  /** Priorities of versions in their APIServices, if they are not 15. */
  readonly versionPriority?: Readonly<Record<string, number>>;
  /** Resources in the order of discovery. */
  readonly resources: readonly ResourceDefinition[];
}
