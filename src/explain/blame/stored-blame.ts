import type { KubeObject } from "../../api/meta.ts";
import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { Blame, BlamedField, FieldWriter } from "./field-writer.ts";
import { fieldsOf, type Mark, MarkedObject } from "./marked-object.ts";
import { markManagers } from "./stored-managers.ts";

/** A stored object whose requests are not known. */
export interface StoredBlame {
  /** The part that managers wrote, as one client could have sent it: without the status and without what the server sets. */
  readonly sent: JsonObject;
  /**
   * Tells who wrote each field. `created`: the writers of the fields when `sent` is created again, for the fields that have no manager;
   * undefined if this is not known.
   */
  blame(created: Blame | undefined): Blame;
}

/** Reads `metadata.managedFields` of a stored object. */
export function storedBlame(object: KubeObject): StoredBlame {
  const marked = new MarkedObject();
  marked.begin(withoutManagedFields(object), (root) => markManagers(root, object));
  marked.inheritOld();
  const { status: _, ...sent } = ownedPart(marked.root, []) as JsonObject;
  return {
    sent,
    blame(created) {
      const known = new Map(created?.fields.map((field) => [field.path, field]));
      const fields = fieldsOf(marked.root).map((field) => ({
        ...field,
        by: writerOf(field, known.get(field.path)),
      }));
      return { stored: true, fields, lost: [] };
    },
  };
}

const UNKNOWN: FieldWriter = { kind: "unknown", name: "" };
/** Writers that belong to no request. */
const HELPERS: ReadonlySet<FieldWriter["kind"]> = new Set([
  "default",
  "plugin",
  "policy",
  "webhook",
  "server",
]);

function writerOf({ path, value, by }: BlamedField, created: BlamedField | undefined): FieldWriter {
  if (by.kind === "server") return by;
  if (by.name !== "") return { kind: "client", name: by.name };
  if (IDENTITY.has(path)) return { kind: "client", name: "" };
  const isSame = created !== undefined && JSON.stringify(created.value) === JSON.stringify(value);
  return isSame && HELPERS.has(created.by.kind) ? created.by : UNKNOWN;
}

/** Fields without managers that each client sends. */
const IDENTITY: ReadonlySet<string> = new Set([
  "/apiVersion",
  "/kind",
  "/metadata/name",
  "/metadata/namespace",
  "/metadata/generateName",
]);

/** The fields of a part that have a manager; undefined if none has. */
function ownedPart(mark: Mark, path: readonly string[]): Json | undefined {
  const isOwned = mark.by.kind === "before" && mark.by.name !== "";
  const child = (key: string, one: Mark): Json | undefined => ownedPart(one, [...path, key]);
  if (mark.members !== undefined) {
    const members = [...mark.members].flatMap(([key, one]) => {
      const value = child(key, one);
      return value === undefined ? [] : [[key, value] as const];
    });
    return members.length > 0 || isOwned ? Object.fromEntries(members) : undefined;
  }
  if (mark.items !== undefined) {
    const items = mark.items.map((one, i) => child(String(i), one)).filter((item) => item !== undefined);
    return items.length > 0 || isOwned ? items : undefined;
  }
  return isOwned || IDENTITY.has(`/${path.join("/")}`) ? (mark.value ?? null) : undefined;
}
