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

/** Parses a document as kubectl does. Throws an Error with message and line. */
export function documentValue({ text, linesBefore }: Document): Json {
  return jsonIn(text) ?? yamlIn(text, linesBefore);
}

const jsonIn = (text: string): Json | undefined =>
  text.trimStart().startsWith("{") ? attempt(() => JSON.parse(text)) : undefined;

function yamlIn(text: string, linesBefore: number): Json {
  try {
    return readYaml(text, Number.POSITIVE_INFINITY).value;
  } catch (error) {
    throw new Error(
      messageOf(error).replace(/\bline (\d+)/g, (_, line) => `line ${Number(line) + linesBefore}`),
      { cause: error },
    );
  }
}
