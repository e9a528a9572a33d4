import { unescapeToken } from "../../json/pointer.ts";
import type { Json } from "../../json/value.ts";
import type { Blame, BlamedField, FieldWriter } from "./field-writer.ts";

/** A line of an object as YAML. */
export interface BlameLine {
  readonly text: string;
  /** Absent on a line that only opens a list or a map. */
  readonly by?: FieldWriter;
}

/** Returns the object of a request as lines of YAML, with the writer of each field. */
export const blameLines = ({ fields }: Blame): BlameLine[] =>
  treeLines(fields.map((field) => ({ keys: field.path.split("/").slice(1).map(unescapeToken), field })));

interface Place {
  readonly keys: readonly string[];
  readonly field: BlamedField;
}

/** The lines of one list or map; `places` are relative to it. */
function treeLines(places: readonly Place[]): BlameLine[] {
  const groups = new Map<string, Place[]>();
  for (const {
    keys: [first = "", ...keys],
    field,
  } of places)
    groups.set(first, [...(groups.get(first) ?? []), { keys, field }]);
  const isList = [...groups.keys()].every((key, i) => key === String(i));
  return [...groups].flatMap(([key, inner]) => (isList ? itemLines(inner) : memberLines(key, inner)));
}

function memberLines(key: string, places: readonly Place[]): BlameLine[] {
  const [{ keys, field } = NO_PLACE] = places;
  const name = scalarText(key);
  if (keys.length === 0) return [{ text: `${name}: ${scalarText(field.value)}`, by: field.by }];
  return [
    { text: `${name}:` },
    ...treeLines(places).map(({ text, ...rest }) => ({ text: `  ${text}`, ...rest })),
  ];
}

function itemLines(places: readonly Place[]): BlameLine[] {
  const [{ keys, field } = NO_PLACE] = places;
  if (keys.length === 0) return [{ text: `- ${scalarText(field.value)}`, by: field.by }];
  return treeLines(places).map(({ text, ...rest }, i) => ({
    text: `${i === 0 ? "-" : " "} ${text}`,
    ...rest,
  }));
}

const NO_PLACE: Place = { keys: [], field: { path: "", value: null, by: { kind: "server", name: "" } } };

/** A scalar of YAML; a text that is not plain is written as in JSON. */
function scalarText(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return PLAIN_TEXT.test(value) && !WORDS.has(value.toLowerCase()) ? value : JSON.stringify(value);
}

const PLAIN_TEXT = /^[A-Za-z_/][\w./-]*(?::[\w./-]+)*$/;
const WORDS: ReadonlySet<string> = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** `webhook a.example.com of b, second round`, `client kubectl-create`, `default`. */
export function writerText({ kind, name, configuration, round }: FieldWriter): string {
  if (kind === "before") return name === "" ? "before this request" : `before, by ${name}`;
  const who = name === "" ? kind : `${kind} ${name}`;
  const where = configuration === undefined ? "" : ` of ${configuration}`;
  return `${who}${where}${round === 1 ? ", second round" : ""}`;
}
