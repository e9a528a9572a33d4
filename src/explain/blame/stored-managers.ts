import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type Json, record } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { FieldWriter } from "./field-writer.ts";
import type { Mark } from "./marked-object.ts";

/** The manager of clients without a name, which is no answer to the question who wrote a field. */
const NAMELESS = "unknown";

/** Marks the fields of a stored object by its managedFields; of several managers of a field, the last one counts. */
export function markManagers(root: Mark, object: KubeObject | null): void {
  const entries = object?.metadata?.managedFields ?? [];
  const byTime = [...entries].sort((a, b) => (a.time ?? "").localeCompare(b.time ?? ""));
  for (const { manager = "", fieldsV1 } of byTime)
    if (isJsonObject(fieldsV1))
      markOwned(root, fieldsV1, { kind: "before", name: manager === NAMELESS ? "" : manager });
}

/** `fields` is a tree of FieldsV1: `f:name` for members, `k:{"name":"a"}`, `v:"a"` and `i:0` for items. */
function markOwned(mark: Mark, fields: Readonly<Record<string, unknown>>, by: FieldWriter): void {
  const elements = Object.keys(fields).filter((element) => element !== ".");
  if (elements.length === 0) markAll(mark, by);
  else if ("." in fields) mark.by = by;
  for (const element of elements) {
    const child = childAt(mark, element);
    if (child !== undefined) markOwned(child, record(fields[element] as Json), by);
  }
}

function markAll(mark: Mark, by: FieldWriter): void {
  mark.by = by;
  for (const child of mark.members?.values() ?? mark.items ?? []) markAll(child, by);
}

function childAt({ members, items }: Mark, element: string): Mark | undefined {
  const name = element.slice(2);
  switch (element.slice(0, 2)) {
    case "f:":
      return members?.get(name);
    case "i:":
      return items?.[Number(name)];
    case "v:":
      return items?.find(({ value }) => JSON.stringify(value) === name);
    case "k:":
      return items?.find((item) => hasKeys(item, name));
    default:
      return undefined;
  }
}

/** True if an item of a list has these values of its keys. An absent key has its default. */
function hasKeys({ members }: Mark, keys: string): boolean {
  const isEqual = ([key, value]: [string, unknown]): boolean => {
    const own = members?.get(key);
    return own === undefined || own.value === value;
  };
  return attempt(() => Object.entries(JSON.parse(keys)).every(isEqual)) ?? false;
}
