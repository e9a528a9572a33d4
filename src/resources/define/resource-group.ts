import type { ResourceDefinition } from "../resource-definition.ts";

/** A group of built-in resources. */
export interface ResourceGroup {
  /** "" for the core group. */
  readonly name: string;
  /** Of its APIService; absent where there is none. */
  readonly priority?: number;
  /** Of the APIServices of its versions, where it is not 15. */
  readonly versionPriority?: Readonly<Record<string, number>>;
  /** In the order of discovery. */
  readonly resources: readonly ResourceDefinition[];
}
