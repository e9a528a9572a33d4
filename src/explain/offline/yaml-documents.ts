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

/** The value of a document, and the keys that are twice in a map: the last one counts. */
export interface DocumentValue {
  readonly value: Json;
  readonly repeated: readonly RepeatedKey[];
}

interface RepeatedKey {
  readonly key: string;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/** Parses a document as kubectl does. Throws an Error with message and line. */
export function documentValue({ text, linesBefore }: Document): DocumentValue {
  const json = jsonIn(text);
  return json === undefined ? yamlIn(text, linesBefore) : { value: json, repeated: [] };
}

const jsonIn = (text: string): Json | undefined =>
  text.trimStart().startsWith("{") ? attempt(() => JSON.parse(text)) : undefined;

function yamlIn(text: string, linesBefore: number): DocumentValue {
  const inFile = (told: string, line?: number): string =>
    told.replace(/\bline (\d+)/g, (_, own) => `line ${(line ?? Number(own)) + linesBefore}`);
  try {
    const { value, duplicates } = readYaml(text, Number.POSITIVE_INFINITY);
    const repeated = duplicates.flatMap((told): RepeatedKey[] => {
      const [, line, key = ""] = REPEATED.exec(told) ?? [];
      return line === undefined ? [] : [{ key, line: Number(line) + linesBefore }];
    });
    return { value, repeated };
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

const REPEATED = /^line (\d+): key (.*) already set in map$/s;

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
