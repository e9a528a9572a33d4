import { RESERVED_WORDS } from "../../cel/kubernetes/unescape-name.ts";

const PLAIN = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const ESCAPABLE = /^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/;
const SIGNS: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** True for words that are reserved in CEL. */
export const isReserved = (name: string): boolean => RESERVED_WORDS.has(name);

/** Name of a field in expressions; undefined if it has none (apiserver, pkg/cel/escaping.go). */
export function escapeName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name)) return `__${name}__`;
  if (PLAIN.test(name) && !name.includes("__")) return name;
  if (!ESCAPABLE.test(name)) return undefined;
  return name.replace(/__|[-./]/g, (sign) => SIGNS[sign] ?? sign);
}
