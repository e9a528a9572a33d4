import { readYaml } from "../../go-yaml/read-yaml.ts";
import type { Json } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { messageOf } from "../../report/describe-error.ts";

/** One document of a file. */
export interface Document {
  readonly text: string;
  /** Number of lines in the file before the document. */
  readonly linesBefore: number;
}

/**
 * Start of a document. In YAML a line that begins with three dashes is always one, even inside a text of
 * several lines.
 */
const START = /^(?=---(?:\s|$))/m;
/** Lines without content: comments, directives and document markers. */
const EMPTY_LINE = /^(?:\s*(?:#.*)?|%.*|---\s*(?:#.*)?|\.\.\.\s*)$/;

/** Returns the documents of a YAML or JSON file that have content. */
export function documentsIn(text: string): Document[] {
  let linesBefore = 0;
  return text.split(START).flatMap((part): Document[] => {
    const document = { text: part, linesBefore };
    linesBefore += countLines(part);
    return part.split("\n").every((line) => EMPTY_LINE.test(line)) ? [] : [document];
  });
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The value of a document. */
export interface ReadDocument {
  readonly value: Json;
  /** Keys that a map has twice, with the line in the file: `line 4: key "a"`. */
  readonly repeated: readonly string[];
}

/** Parses a document as kubectl does, which takes the last one of repeated keys. Throws an Error with message and line. */
export function readDocument({ text, linesBefore }: Document): ReadDocument {
  const value = jsonIn(text);
  return value === undefined ? yamlIn(text, linesBefore) : { value, repeated: [] };
}

const jsonIn = (text: string): Json | undefined =>
  text.trimStart().startsWith("{") ? attempt(() => JSON.parse(text)) : undefined;

function yamlIn(text: string, linesBefore: number): ReadDocument {
  const inFile = (told: string, line?: number): string =>
    told.replace(/\bline (\d+)/g, (_, own) => `line ${(line ?? Number(own)) + linesBefore}`);
  try {
    const { value, duplicates } = readYaml(text, Number.POSITIVE_INFINITY);
    return { value, repeated: duplicates.map((one) => inFile(one.replace(" already set in map", ""))) };
  } catch (error) {
    const told = messageOf(error);
    const quoted = told.includes("did not find expected") ? brokenQuotes(text, told) : undefined;
    const hint =
      quoted === undefined
        ? ""
        : ' (a quote ends the text in these quotes: write it twice inside \'…\', as \\" inside "…", or use the other quotes)';
    throw new Error(`${inFile(told, quoted)}${hint}`, { cause: error });
  }
}

/** The value of a key in quotes, with more text behind the closing quote. */
const BROKEN = /^\s*(?:- )?[\w.\-/]+:\s+(?:'(?:[^']|'')*'|"(?:[^"\\]|\\.)*")(?=[^\s,}\]#'"])/;

/** The first line with such a value, from the line of the error on; undefined if there is none. */
function brokenQuotes(text: string, told: string): number | undefined {
  const [, from = "1"] = /\bline (\d+)/.exec(told) ?? [];
  const lines = text.split("\n");
  const at = lines.findIndex(
    (line, index) => index + 1 >= Number(from) && line.length < 2000 && BROKEN.test(line),
  );
  return at < 0 ? undefined : at + 1;
}
