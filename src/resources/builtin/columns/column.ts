import type { Column } from "../../kind.ts";

/** Columns by plural. */
export type ColumnTable = Readonly<Record<string, readonly Column[]>>;

/** A column that is always shown. */
export const column = (name: string, description: string, type = "string", format = ""): Column => ({
  name,
  type,
  format,
  description,
  priority: 0,
});

/** A column of `-o wide`. */
export const wide = (name: string, description: string, type = "string", format = ""): Column => ({
  ...column(name, description, type, format),
  priority: 1,
});

export const NAME = column(
  "Name",
  "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  "string",
  "name",
);

const CREATION_TIMESTAMP =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

export const AGE = column("Age", CREATION_TIMESTAMP);

export const CREATED_AT = column("Created At", CREATION_TIMESTAMP, "date");
