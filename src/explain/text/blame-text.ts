import { unescapeToken } from "../../json/pointer.ts";
import type { Json } from "../../json/value.ts";
import type { Blame, BlamedField, FieldWriter, LostValue } from "../blame/field-writer.ts";
import type { Explanation } from "../explanation.ts";
import { headLines } from "./explanation-text.ts";
import { type Paint, PLAIN } from "./paint.ts";

/** Returns the object of a request as YAML, with the writer of each field as a comment. */
export function blameText(explanation: Explanation, paint: Paint = PLAIN): string {
  const { blame } = explanation;
  const lines =
    blame === undefined
      ? ["This request writes no object whose fields have writers."]
      : linesOf(blame, paint);
  return `${[...headLines(explanation, paint), ...lines].join("\n")}\n`;
}

function linesOf({ stored, fields, lost }: Blame, paint: Paint): string[] {
  const lines = treeLines(
    fields.map((field) => ({ keys: field.path.split("/").slice(1).map(unescapeToken), field })),
  );
  const width = Math.min(WIDEST, Math.max(...lines.map(({ text }) => text.length)));
  return [
    ...(stored ? [] : ["The object as it was when the request was refused; it was not stored:"]),
    ...lines.map(({ text, by }) =>
      by === undefined ? text : `${text.padEnd(width)}  ${paint.dim(`# ${writerText(by)}`)}`,
    ),
    ...(lost.length === 0
      ? []
      : ["", paint.bold("Written in this request, but not in the object"), ...lost.map(lostLine)]),
  ];
}

const WIDEST = 60;
const LONGEST = 100;

interface Line {
  readonly text: string;
  /** Absent on a line that only opens a list or a map. */
  readonly by?: FieldWriter;
}

interface Place {
  readonly keys: readonly string[];
  readonly field: BlamedField;
}

/** The lines of one list or map; `places` are relative to it. */
function treeLines(places: readonly Place[]): Line[] {
  const groups = new Map<string, Place[]>();
  for (const {
    keys: [first = "", ...keys],
    field,
  } of places)
    groups.set(first, [...(groups.get(first) ?? []), { keys, field }]);
  const isList = [...groups.keys()].every((key, i) => key === String(i));
  return [...groups].flatMap(([key, inner]) => (isList ? itemLines(inner) : memberLines(key, inner)));
}

function memberLines(key: string, places: readonly Place[]): Line[] {
  const [{ keys, field } = NO_PLACE] = places;
  const name = scalarText(key);
  if (keys.length === 0) return [{ text: `${name}: ${scalarText(field.value)}`, by: field.by }];
  return [
    { text: `${name}:` },
    ...treeLines(places).map(({ text, ...rest }) => ({ text: `  ${text}`, ...rest })),
  ];
}

function itemLines(places: readonly Place[]): Line[] {
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

function lostLine({ path, value, from, how, by, why }: LostValue): string {
  const text = JSON.stringify(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const end = why === "" ? `${how} by ${writerText(by)}` : `${how}: ${why}`;
  return `  ${path}: ${shown}, written by ${writerText(from)}, ${end}`;
}

/** `webhook a.example.com of b, second round`, `client kubectl-create`, `default`. */
export function writerText({ kind, name, configuration, round }: FieldWriter): string {
  if (kind === "before") return name === "" ? "before this request" : `before, by ${name}`;
  const who = name === "" ? kind : `${kind} ${name}`;
  const where = configuration === undefined ? "" : ` of ${configuration}`;
  return `${who}${where}${round === 1 ? ", second round" : ""}`;
}
