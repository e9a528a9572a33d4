import { type MergeRule, parseMergeRule } from "./merge-rule.ts";

/**
 * The notation of the tables beside this file. The line of a type starts with its name, and continuation lines are
 * indented:
 *
 *     Name field=number:type flags …
 *
 * - `number`: number of the protobuf field; 0 if protobuf does not have it.
 * - `type`: `s` string, `b` boolean, `i` int32, `l` int64, `d` double, `y` bytes, `T` Time, `M` MicroTime, `D` Duration,
 *   `Q` Quantity, `I` IntOrString, `R` RawExtension, `F` FieldsV1, `J` any JSON, `B`, `A`, `S` a JSON schema or a
 *   boolean, a list of schemas, a list of texts; `s:PullPolicy` names the Go type (of the same version, or
 *   `types.UID`). `*X` a list, `%X` a map with text keys, `%(Key)X` with keys of a named type, `…@Name` a named list or
 *   map type, `…@=Name` one whose quantities are not rounded to thousandths. Any other text is a type of the same
 *   table (`PodSpec`) or of another (`core/v1.PodSpec`).
 * - `(*X)` a list in a message of its own: its items are that message's field 1.
 * - `?` a pointer: zero is a value. `!` printed even when empty.
 * - `^Name=number:Type`: a Go struct embedded in JSON, nested on the wire of protobuf.
 * - `~…`: merge rule of server-side apply and strategic merge patch, as upstream's API documents declare it
 *   (x-kubernetes-list-type, -map-keys, -map-type, -patch-strategy, -patch-merge-key): `~map=k:"default",k2` a list of
 *   type map with its keys and their defaults, `~set` a list of type set, `~merge=key` a strategic merge (no key: a set
 *   of scalars), `~retainKeys`, `~replace`, `~atomic` or `~granular` for objects and maps. Without it a list is replaced
 *   as a whole, an object or map merged by key. `~atomic` after the name of a type: one manager owns the whole object.
 */
export interface FieldFact {
  readonly name: string;
  /** Protobuf field number; 0 if the field is not on the wire. */
  readonly number: number;
  readonly type: TypeFact;
  readonly pointer: boolean;
  readonly always: boolean;
  /** True if the type's fields replace this field in JSON; `name` is then Go's name. */
  readonly embedded: boolean;
  /** Undefined: the default rule. */
  readonly merge: MergeRule | undefined;
}

/** Type of a field, as its notation says. */
export type TypeFact =
  | { readonly kind: "scalar"; readonly code: ScalarCode; readonly goName: string | undefined }
  | {
      readonly kind: "list";
      readonly item: TypeFact;
      readonly goName: string | undefined;
      /** True if the list is a message on the wire of protobuf, with the items as its field 1. */
      readonly wrapped?: true;
    }
  | {
      readonly kind: "map";
      readonly value: TypeFact;
      readonly goName: string | undefined;
      readonly goKeyName: string | undefined;
      /** Quantities keep the precision of the request. */
      readonly exact?: true;
    }
  /** Name with its table: `core/v1.PodSpec`. */
  | { readonly kind: "message"; readonly name: string };

/** Codes of scalars in the notation. */
export type ScalarCode =
  | "s"
  | "b"
  | "i"
  | "l"
  | "d"
  | "y"
  | "T"
  | "M"
  | "D"
  | "Q"
  | "I"
  | "R"
  | "F"
  | "J"
  | "B"
  | "A"
  | "S";

/** Splits a table into the words of each type, by its name. Fast, because the words are not parsed yet. */
export function splitTable(table: string): Map<string, string> {
  const types = new Map<string, string>();
  for (const line of table.trim().replaceAll("\n  ", " ").split("\n")) {
    const end = line.indexOf(" ");
    if (end < 0) types.set(line, "");
    else types.set(line.slice(0, end), line.slice(end + 1));
  }
  return types;
}

/** Parses the fields of one type, in the order of declaration. `table`: name of its table, such as `core/v1`. */
export function parseFields(words: string, table: string): FieldFact[] {
  return words
    .split(" ")
    .flatMap((word) => (word === "" || word === ATOMIC ? [] : [parseField(word, table)]));
}

const ATOMIC = "~atomic";

/** True if one manager owns the whole object; `words` is a result of `splitTable`. */
export const isAtomic = (words: string): boolean => words.startsWith(ATOMIC);

const FIELD = /^(\^?)([^=]+)=(\d+):([^~]*?)(\??)(!?)(?:~(.*))?$/;

function parseField(word: string, table: string): FieldFact {
  const match = FIELD.exec(word);
  if (match === null) throw new Error(`not a field of the table ${table}: ${word}`);
  const [, caret, name = "", number, type = "", pointer, always, merge] = match;
  return {
    name,
    number: Number(number),
    type: parseType(type, table),
    pointer: pointer === "?",
    always: always === "!",
    embedded: caret === "^",
    merge: merge === undefined ? undefined : parseMergeRule(merge.split("~")),
  };
}

function parseType(text: string, table: string): TypeFact {
  if (text.startsWith("(")) {
    const list = parseType(text.slice(1, -1), table);
    return list.kind === "list" ? { ...list, wrapped: true } : list;
  }
  if (text.startsWith("*") || text.startsWith("%")) return parseContainer(text, table);
  const colon = text.indexOf(":");
  const code = colon < 0 ? text : text.slice(0, colon);
  if (isScalarCode(code)) {
    return { kind: "scalar", code, goName: colon < 0 ? undefined : goName(text.slice(colon + 1), table) };
  }
  return { kind: "message", name: text.includes("/") ? text : `${table}.${text}` };
}

const CONTAINER = /^([*%])(?:\(([^)]*)\))?([^@]*)(?:@(=?)(.*))?$/;

function parseContainer(text: string, table: string): TypeFact {
  const [, mark, key, inner = "", exact, name] = CONTAINER.exec(text) ?? [];
  const own = name === undefined ? undefined : goName(name, table);
  // In `%*s@ExtraValue` the name belongs to the list in the map.
  if (mark === "%" && inner.startsWith("*") && name !== undefined) {
    return {
      kind: "map",
      value: parseType(`${inner}@${name}`, table),
      goName: undefined,
      goKeyName: undefined,
    };
  }
  const element = parseType(inner, table);
  if (mark === "*") return { kind: "list", item: element, goName: own };
  return {
    kind: "map",
    value: element,
    goName: own,
    goKeyName: key === undefined ? undefined : goName(key, table),
    ...(exact === "=" ? { exact: true } : {}),
  };
}

const SCALAR_CODES: ReadonlySet<string> = new Set([..."sbildyTMDQIRFJBAS"]);

const isScalarCode = (code: string): code is ScalarCode => SCALAR_CODES.has(code);

/** Returns the Go name of a type: `v1.PullPolicy` for `PullPolicy` in `core/v1`. */
function goName(name: string, table: string): string {
  return name.includes(".") ? name : `${table.slice(table.indexOf("/") + 1)}.${name}`;
}
