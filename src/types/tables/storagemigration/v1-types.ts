// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Condition, GroupResource } from "../meta/v1-types.ts";

export type StorageVersionMigration = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: StorageVersionMigrationSpec | undefined;
  status?: StorageVersionMigrationStatus | undefined;
};

export type StorageVersionMigrationSpec = Optional<{ resource: GroupResource }>;
export type StorageVersionMigrationStatus = Optional<{ conditions: Condition[]; resourceVersion: string }>;
