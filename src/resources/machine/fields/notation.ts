import { type MergeRule, parseMergeRule } from "./merge-rule.ts";

/**
 * The notation of the tables beside this file. A type begins a line, lines that go on are indented:
 *
 *     Name field=number:type flags …
 *
 * - `number`: of the protobuf field; 0 where protobuf does not know it.
 * - `type`: `s` string, `b` boolean, `i` int32, `l` int64, `d` double, `y` bytes, `T` Time, `M` MicroTime, `D` Duration,
 *   `Q` Quantity, `I` IntOrString, `R` RawExtension, `F` FieldsV1, `J` any JSON, `B`, `A`, `S` a JSON schema or a
 *   boolean, a list of schemas, a list of texts; `s:PullPolicy` names the Go type (of the same version, or
 *   `types.UID`). `*X` a list, `%X` a map with text keys, `%(Key)X` with keys of a named type, `…@Name` a named list or
 *   map type, `…@=Name` one whose amounts are not rounded to thousandths. Else a type of the same table (`PodSpec`) or of another (`core/v1.PodSpec`).
 * - `(*X)` a list in a message of its own: its items are that message's field 1.
 * - `?` a pointer: zero is a value. `!` printed even when empty.
 * - `^Name=number:Type`: a Go struct embedded in JSON, nested on the wire of protobuf.
 * - `~…`: how server-side apply and strategic merge patch merge it, as upstream's API documents declare it
 *   (x-kubernetes-list-type, -map-keys, -map-type, -patch-strategy, -patch-merge-key): `~map=k:"default",k2` a list of
 *   type map with its keys and their defaults, `~set` a list of type set, `~merge=key` a strategic merge (no key: a set
 *   of scalars), `~retainKeys`, `~replace`, `~atomic` or `~granular` for objects and maps. Without it a list is replaced
 *   as a whole, an object or map merged by key. `~atomic` behind the name of a type: one owner for the whole object.
 */
export interface FieldFact {
  readonly name: string;
  /** Protobuf field number; 0: not on the wire. */
  readonly number: number;
  readonly type: TypeFact;
  readonly pointer: boolean;
  readonly always: boolean;
  /** The type's fields stand in JSON where this one would; `name` is Go's. */
  readonly embedded: boolean;
  /** Absent: the usual. */
  readonly merge: MergeRule | undefined;
}

export type TypeFact =
  | { readonly kind: "scalar"; readonly code: ScalarCode; readonly goName: string | undefined }
  | {
      readonly kind: "list";
      readonly item: TypeFact;
      readonly goName: string | undefined;
      /** On the wire of protobuf it is a message whose field 1 are the items. */
      readonly wrapped?: true;
    }
  | {
      readonly kind: "map";
      readonly value: TypeFact;
      readonly goName: string | undefined;
      readonly goKeyName: string | undefined;
      /** Amounts stay as fine as they are sent. */
      readonly exact?: true;
    }
  /** Name with its table: `core/v1.PodSpec`. */
  | { readonly kind: "message"; readonly name: string };

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

/** Cuts a table into its types: name → the words that describe its fields. Cheap: nothing is parsed yet. */
export function splitTable(table: string): Map<string, string> {
  const types = new Map<string, string>();
  for (const line of table.trim().replaceAll("\n  ", " ").split("\n")) {
    const end = line.indexOf(" ");
    if (end < 0) types.set(line, "");
    else types.set(line.slice(0, end), line.slice(end + 1));
  }
  return types;
}

/** The fields of one type in the order of declaration. `table`: where it stands, such as `core/v1`. */
export function parseFields(words: string, table: string): FieldFact[] {
  return words
    .split(" ")
    .flatMap((word) => (word === "" || word === ATOMIC ? [] : [parseField(word, table)]));
}

const ATOMIC = "~atomic";

/** Whether one owner has the whole object; `words` as `splitTable` found them. */
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
  // The name of `%*s@ExtraValue` belongs to the list inside the map.
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

/** `PullPolicy` in `core/v1` → `v1.PullPolicy`. */
function goName(name: string, table: string): string {
  return name.includes(".") ? name : `${table.slice(table.indexOf("/") + 1)}.${name}`;
}
