import { type Json, record } from "../../json/value.ts";
import { type Path, valueAt } from "../sources.ts";

/**
 * The path of a field of server-side apply, in which keys are as in the object, also with dots, and items of lists have their keys:
 * `.data.tls.crt`, `.webhooks[name="a"].rules`. Undefined if the object does not have it.
 */
export function appliedPath(value: Json | undefined, field: string): Path | undefined {
  if (field === "") return value === undefined ? undefined : [];
  const [item] = Array.isArray(value) ? (/^\[[^\]]*\]/.exec(field) ?? []) : [];
  const [part] = item === undefined ? keysOf(value, field) : itemsOf(value, item);
  if (part === undefined) return undefined;
  const rest = appliedPath(valueAt(value, [part]), field.slice(item?.length ?? String(part).length + 1));
  return rest && [part, ...rest];
}

/** The members with which a field may begin, the longest first. */
const keysOf = (value: Json | undefined, field: string): string[] =>
  Object.keys(record(value))
    .filter((key) => field.startsWith(`.${key}`) && /^(?:[.[]|$)/.test(field.slice(key.length + 1)))
    .sort((a, b) => b.length - a.length);

/** The items with all keys of `[name="a"]`, or with the value of `[="a"]`. */
const itemsOf = (value: Json | undefined, item: string): number[] => {
  const keys = [...item.matchAll(/[[,](\w*)=("[^"]*"|[^,\]]+)/g)];
  return Array.isArray(value) && keys.length > 0
    ? [...value.keys()].filter((index) =>
        keys.every(([, key = "", wanted]) => {
          const one = value[index];
          return JSON.stringify(key === "" ? one : record(one)[key]) === wanted;
        }),
      )
    : [];
};
