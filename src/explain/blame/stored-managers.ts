import type { KubeObject } from "../../api/meta.ts";
import { once } from "../../async/once.ts";
import { remembered } from "../../async/remembered.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
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
  const itemOf = itemFinder(mark.items ?? []);
  for (const element of elements) {
    const child = element.startsWith("f:") ? mark.members?.get(element.slice(2)) : itemOf(element);
    if (child !== undefined) markOwned(child, record(fields[element] as Json), by);
  }
}

function markAll(mark: Mark, by: FieldWriter): void {
  mark.by = by;
  for (const child of mark.members?.values() ?? mark.items ?? []) markAll(child, by);
}

/** Returns the function that finds an item by its element. A list can have thousands of items: they are read once for each form of key. */
function itemFinder(items: readonly Mark[]): (element: string) => Mark | undefined {
  const byKeys = remembered((names) => indexBy(items, JSON.parse(names)), { entries: MOST_FORMS });
  const byValue = once(() => new Map(items.toReversed().map((item) => [JSON.stringify(item.value), item])));
  return (element) => {
    const name = element.slice(2);
    switch (element.slice(0, 2)) {
      case "i:":
        return items[Number(name)];
      case "v:":
        return byValue().get(name);
      case "k:": {
        const keys = record(attempt((): Json => JSON.parse(name)));
        const { exact, open } = byKeys(JSON.stringify(Object.keys(keys)));
        return exact.get(JSON.stringify(Object.values(keys))) ?? open.find((item) => hasKeys(item, keys));
      }
      default:
        return undefined;
    }
  };
}

/** The forms of keys of one list: `name`, or `containerPort` and `protocol`. */
const MOST_FORMS = 4;

/** Items by the values of their keys, as JSON. `open`: those that lack a key, which has its default there. */
function indexBy(items: readonly Mark[], names: readonly string[]) {
  const exact = new Map<string, Mark>();
  const open: Mark[] = [];
  for (const item of items) {
    const values = names.map((name) => item.members?.get(name)?.value);
    const id = JSON.stringify(values);
    if (values.includes(undefined)) open.push(item);
    else if (!exact.has(id)) exact.set(id, item);
  }
  return { exact, open };
}

/** True if an item of a list has these values of its keys. An absent key has its default. */
const hasKeys = ({ members }: Mark, keys: JsonObject): boolean =>
  Object.entries(keys).every(([key, value]) => (members?.get(key)?.value ?? value) === value);
