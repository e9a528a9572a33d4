/** The types of storagemigration/v1; the notation is explained in `notation.ts`. */
export const storagemigrationV1 = `
StorageVersionMigration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:StorageVersionMigrationSpec! status=3:StorageVersionMigrationStatus!
StorageVersionMigrationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*StorageVersionMigration!
StorageVersionMigrationSpec resource=1:meta/v1.GroupResource!
StorageVersionMigrationStatus conditions=1:*meta/v1.Condition~map=type:""~merge=type resourceVersion=2:s
`;
