import { shownName } from "../../../report/shown-name.ts";
import type { Row } from "./row.ts";

/** Requests that the page shows. */
export interface RowWish {
  /** Words that all have to be in the row; `user:alice` only there, `-` before one: not that. */
  readonly text: string;
  readonly refused: boolean;
  /** Also requests of controllers, the scheduler, nodes and the server (`isHidden`, `Repeats`). */
  readonly system: boolean;
  readonly reads: boolean;
}

/** Whether a row is shown. `text`: its `searchText`. */
export type RowFilter = (row: Row, text: string) => boolean;

/** Fields of a filter `field:value`. */
const FIELDS: Readonly<Record<string, (row: Row) => string>> = {
  verb: ({ verb }) => verb,
  code: ({ code }) => String(code),
  user: ({ user = "" }) => user,
  namespace: ({ namespace = "" }) => namespace,
  resource: ({ resource }) => resource,
  name: shownName,
  hook: hooksText,
  "refused-by": refusersText,
  message: ({ message = "" }) => message,
};
/** Fields whose value begins with the wanted one. */
const STARTS: ReadonlySet<string> = new Set(["verb", "code", "resource"]);

/** Longest text that is used, in characters. */
const LONGEST = 500;

/** Compiles the wish of a page, without `system`. */
export function rowFilter({ text, refused, reads }: Omit<RowWish, "system">): RowFilter {
  const words = wordsOf(text);
  return (row, searched) =>
    (!refused || row.refused === true) &&
    (reads || row.read !== true) &&
    words.every((test) => test(row, searched));
}

/**
 * True for the work of a controller that nothing in admission refused. Refused requests are shown: the pods of a Deployment
 * are refused to a controller.
 */
export const isHidden = ({ system, hooks = [] }: Row): boolean =>
  system === true && !hooks.some(({ deed }) => deed === "refused" || deed === "failed");

const wordsOf = (text: string): RowFilter[] =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .map(wordTest);

function wordTest(word: string): RowFilter {
  if (word.startsWith("-")) {
    const test = wordTest(word.slice(1));
    return (row, searched) => !test(row, searched);
  }
  const at = word.indexOf(":");
  const name = word.slice(0, Math.max(0, at));
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field === undefined) return (_row, searched) => searched.includes(word);
  const wanted = word.slice(at + 1);
  const compare = STARTS.has(name) ? "startsWith" : "includes";
  return (row) => field(row).toLowerCase()[compare](wanted);
}

/** The text of a row that words without a field search, in lower case. */
export function searchText(row: Row): string {
  const { verb, resource, namespace = "", user = "", code, message = "" } = row;
  return [verb, resource, `${namespace}/${shownName(row)}`, user, code, message, hooksText(row)]
    .join(" ")
    .toLowerCase();
}

/** Those that refused the request: the same as in `hookCounts`. */
function refusersText({ hooks = [] }: Row): string {
  return hooks.flatMap(({ name, deed }) => (deed === "refused" ? name : [])).join(" ");
}

function hooksText({ hooks = [] }: Row): string {
  return hooks.map(({ name, of }) => `${name} ${of}`).join(" ");
}
