import { attempt } from "../../report/attempt.ts";

/** Longest line that is read, and most different errors of one text. Logs may be long. */
const LONGEST_LINE = 16_384;
const MOST = 50;

/** An error of an API server in a text, and how many lines have it. */
export interface Told {
  readonly text: string;
  readonly lines: number;
}

/** Begin of an error whose causes are known. The text before it is that of a client or of a log. */
const BEGINS =
  /Failed calling webhook, failing (?:open|closed)|(?:Internal error occurred: )?failed calling (?:admission )?webhook "|conversion webhook for [\w.-]+\/\w+, Kind=\w+ (?:failed|returned)|admission webhook "[^"]*" (?:denied|does not support|attempted)|(?:ValidatingAdmissionPolicy|policy) ['"][^'"]*['"] (?:with binding ['"][^'"]*['"] )?denied (?:the )?request: /;

/** Number of lines up to which a text may be one error that was broken into lines. */
const FEW_LINES = 20;

/**
 * Finds the errors of an API server in a text: what kubectl prints, events, or lines of a log, also in JSON. Equal ones are one.
 * Lines in which no error begins are taken whole if `isKnown` says so.
 */
export function messagesIn(text: string, isKnown: (line: string) => boolean): Told[] {
  const lines = joined(withQuotes(text).split(/\r?\n/));
  const found = messagesOf(lines, isKnown);
  if (found.length > 0 || lines.length > FEW_LINES) return found;
  return messagesOf([lines.map((line) => line.trim()).join(" ")], isKnown);
}

/** Writes the quotes of an API server where a page or a client has others, and each error of Helm in a line of its own. */
const withQuotes = (text: string): string =>
  text
    .replaceAll(/[\u201c\u201d]|&#34;|&quot;/g, '"')
    .replaceAll(/&#39;|&apos;/g, "'")
    .replaceAll(/ && (?=cannot patch "|failed to (?:create|replace|delete|update) )/g, "\n\n")
    .replaceAll(/(webhook )[`']([\w.-]{1,253})[`'](?=:| (?:denied|does|attempted) )/g, '$1"$2"');

/** The messages of lines. Of two lines of the API server's log about one failure, the one with its consequence is enough. */
const messagesOf = (lines: readonly string[], isKnown: (line: string) => boolean): Told[] => {
  const whole = countedMessages(lines, (line) => messageIn(line, isKnown, false));
  return whole.length > 0 ? whole : countedMessages(lines, (line) => messageIn(line, isKnown, true));
};

function countedMessages(lines: readonly string[], read: (line: string) => string | undefined): Told[] {
  const found = new Map<string, number>();
  for (const line of lines) {
    const message = read(line.slice(0, LONGEST_LINE).trim());
    if (message === undefined || (found.size >= MOST && !found.has(message))) continue;
    found.set(message, (found.get(message) ?? 0) + 1);
  }
  return [...found].map(([one, times]) => ({ text: one, lines: times }));
}

/** Joins lines that people broke: one that ends in the middle of an error continues on the next one. */
function joined(lines: readonly string[]): string[] {
  const out: string[] = [];
  let isOpen = false;
  let width = 0;
  for (const marked of lines) {
    const last = out.length - 1;
    const line = marked.replace(MARK, "");
    if (line.trim() === "") {
      width = 0;
      continue;
    }
    const before = out[last] ?? "";
    if (
      isOpen ||
      (isReason(line) && before.includes("following policies")) ||
      isDetail(before, line) ||
      isRest(before, width, line)
    )
      out[last] = `${out[last]} ${line.trim()}`.slice(0, LONGEST_LINE);
    else out.push(line.trimEnd());
    isOpen = isUnfinished(out.at(-1) ?? "");
    if (line.endsWith(" \\")) out[out.length - 1] = (out.at(-1) ?? "").slice(0, -2);
    width = marked.length;
  }
  return out;
}

/** Begin of a line that is quoted or a comment, or in the frame of Terraform. */
const MARK = /^\s*(?:>|\u2502|#)(?: |$)/;

/** Lengths of the lines of a text that was broken at a width. */
const NARROWEST = 50;
const WIDEST = 130;

/** True if a refusal was broken at a width: it ends in the middle of a sentence, and a line follows that begins nothing new. */
const isRest = (before: string, width: number, line: string): boolean =>
  width >= NARROWEST &&
  width <= WIDEST &&
  / denied (?:the )?request: |" is invalid: |is forbidden: ?|failed calling webhook/.test(before) &&
  /[\w:,)"'-]$/.test(before) &&
  /^\s*(?:["'(]?[\w-]+(?:[\s,.;)"']|$)|https?:)/.test(line) &&
  !BEGINS_NEW.test(line) &&
  !BEGINS.test(line);

const BEGINS_NEW =
  /^\s*(?:\d{4}-|\d\d:|[IWEF]\d{4}\b|\w+=|\$|(?:kubectl|helm|oc|error|Error|Warning|Normal|NAME)\b|The [A-Z]\w* "|[^\s/]+\/\S+ (?:created|configured|unchanged|deleted|patched|serverside-applied)\b)/;

const isUnfinished = (line: string): boolean =>
  /(?::|webhook|Post|following policies| \\)$/.test(line) ||
  (line.endsWith(",") && line.includes("certificate is valid for "));

/** A field, or another manager, of an apply that conflicts. */
const OF_CONFLICT = /^(?:- \.|conflicts? with ")/;

/**
 * A line with the details of the refusal before it: the violations of a policy, the image or the values that it is about, what nginx
 * said; the fields of an apply that conflicts.
 */
const isDetail = (before: string, line: string): boolean =>
  (before.includes("Apply failed with ") && OF_CONFLICT.test(line)) ||
  (before.includes(" denied the request: ") && OF_REFUSAL.test(line));

const OF_REFUSAL =
  /^(?:Violations? details|\S+@sha256:|v1\.\w+\{|does not match$|\s+in container|\s*- |Error: exit status|nginx: |-{20})/;

/** A line of the reasons of a policy engine: the name of a policy, or an indented text. */
const isReason = (line: string): boolean => /^\s+\S|^[\w.-]{1,253}:$/.test(line);

/** `takesFirst`: a line of the log that tells a failure without its consequence counts, too. */
function messageIn(
  line: string,
  isKnown: (line: string) => boolean,
  takesFirst: boolean,
): string | undefined {
  const texts = [...memberTexts(line, 0), quotedPart(line), afterPrefix(line), line];
  for (const text of texts) {
    const at = text.search(BEGINS);
    const isFirst = text.slice(0, at).includes("dispatcher.go:") && !text.startsWith("Failed calling", at);
    if (isFirst && !takesFirst) return undefined;
    if (at >= 0) return text.slice(at).replace(/^Internal error occurred: |; reinitializing\.\.\.$/g, "");
  }
  return texts.find((text) => text !== "" && isKnown(text));
}

/** Deepest JSON in a text of JSON: programs that collect logs put lines into members. */
const DEEPEST = 3;

/** The texts of the object of JSON at the end of a line of a log, or of a line of an object that is written over several lines. */
function memberTexts(line: string, depth: number): string[] {
  const from = line.indexOf('{"');
  // A body as Python prints bytes: a backslash is written twice, and a quote after one.
  const bytes = line.indexOf(`b'{"`);
  const json =
    bytes >= 0
      ? line.slice(bytes + "b'".length, line.lastIndexOf("}") + 1).replaceAll(/\\([\\'])/g, "$1")
      : from >= 0 && line.endsWith("}")
        ? line.slice(from)
        : `{${line.replace(/,$/, "")}}`;
  if (depth === DEEPEST || (from < 0 && !line.startsWith('"'))) return [];
  return attempt(() => textsIn(JSON.parse(json), depth + 1)) ?? [];
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [...memberTexts(value.trim(), depth), value.trim()];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((one) => textsIn(one, depth))
    : [];
}

/** The error after the other columns of an event, or after the text of a program before that of kubectl; empty if there is none. */
function afterPrefix(line: string): string {
  const at = line.search(/Error (?:from server(?: \(\w{1,40}\))?|creating): /);
  return at < 0 ? "" : line.slice(at);
}

/** The quoted part of a line that has escaped quotes, without the escapes; empty if it has none. */
function quotedPart(line: string): string {
  const first = line.indexOf('\\"');
  if (first < 0) return "";
  let from = first;
  while (from > 0 && !isQuote(line, from - 1)) from--;
  let to = first;
  while (to < line.length && !isQuote(line, to)) to++;
  return line.slice(from, to).replaceAll('\\"', '"').replaceAll("\\n", " ");
}

const isQuote = (line: string, at: number): boolean => line[at] === '"' && line[at - 1] !== "\\";
