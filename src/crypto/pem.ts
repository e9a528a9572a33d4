import { isBase64 } from "../go/base64.ts";

/** One block of PEM text. */
export interface PemBlock {
  /** Type of the block: `CERTIFICATE`, `PRIVATE KEY`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const BEGIN = "-----BEGIN ";
const END = "\n-----END ";
const DASHES = "-----";

/**
 * Returns the blocks of a text and the rest after the last one. The grammar is exactly that of Go's encoding/pem
 * (`Decode`): a block begins and ends with a line of its own; invalid blocks and the text around blocks are skipped.
 * `text`: bytes as latin1, or ASCII.
 */
export function readPem(text: string): { readonly blocks: readonly PemBlock[]; readonly rest: string } {
  const blocks: PemBlock[] = [];
  for (let from = 0; ; ) {
    const next = nextBlock(text, from);
    if (next === undefined) return { blocks, rest: text.slice(from) };
    blocks.push(next.block);
    from = next.end;
  }
}

/** The first block; undefined if there is none. */
export const firstPemBlock = (text: string): PemBlock | undefined => nextBlock(text, 0)?.block;

/** Decodes bytes that Kubernetes stores as base64 (`caBundle`, `spec.request`) to text for `readPem`. */
export const pemOfBase64 = (base64: string): string => Buffer.from(base64, "base64").toString("latin1");

/** Writes a block in the form that OpenSSL reads. */
export function pemText({ type, bytes }: Pick<PemBlock, "type" | "bytes">): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [`${BEGIN}${type}${DASHES}`, ...lines, `-----END ${type}${DASHES}`, ""].join("\n");
}

interface Found {
  readonly block: PemBlock;
  /** Index of the text after the block. */
  readonly end: number;
}

function nextBlock(text: string, from: number): Found | undefined {
  // Index after an END line, at which the next attempt starts. If it is before the end of the headers that were read,
  // no block follows.
  let behind = from;
  for (let start = from; behind >= start; ) {
    const end = text.indexOf(END, behind);
    if (end < 0) return undefined;
    // The last BEGIN before an END is used. Only this part is searched, so that all attempts together take linear
    // time.
    const begin = text.slice(behind, end).lastIndexOf(BEGIN) + behind;
    const isBegin = begin >= behind && (begin === behind || text[begin - 1] === "\n");
    start = behind;
    behind = end + END.length;
    if (!isBegin) continue;
    const head = readHead(text, begin + BEGIN.length);
    start = head.end;
    if (head.kind === "none") return undefined;
    if (head.kind === "broken") continue;
    if (head.hasHeaders && end < start) continue;
    const lineEnd = endOfEndLine(text, behind, head.type);
    const bytes = lineEnd === undefined ? undefined : decodeBase64(text.slice(start, Math.max(start, end)));
    if (lineEnd === undefined || bytes === undefined) continue;
    const type = Buffer.from(head.type, "latin1").toString();
    return { block: { type, hasHeaders: head.hasHeaders, bytes }, end: lineEnd };
  }
  return undefined;
}

type Head =
  | { readonly kind: "head"; readonly type: string; readonly hasHeaders: boolean; readonly end: number }
  | { readonly kind: "broken"; readonly end: number }
  | { readonly kind: "none"; readonly end: number };

/** Reads the type and the header lines, which contain a colon. Without a line after them there is no block. */
function readHead(text: string, from: number): Head {
  const typeLine = lineAt(text, from);
  if (!typeLine.text.endsWith(DASHES)) return { kind: "broken", end: typeLine.end };
  const type = typeLine.text.slice(0, -DASHES.length);
  let hasHeaders = false;
  for (let end = typeLine.end; end < text.length; hasHeaders = true) {
    const line = lineAt(text, end);
    if (!line.text.includes(":")) return { kind: "head", type, hasHeaders, end };
    end = line.end;
  }
  return { kind: "none", end: text.length };
}

/** Index after the line `-----END TYPE-----`; undefined if it is another line or contains more text. */
function endOfEndLine(text: string, from: number, type: string): number | undefined {
  if (!text.startsWith(type + DASHES, from)) return undefined;
  const { text: more, end } = lineAt(text, from + type.length + DASHES.length);
  return more === "" ? end : undefined;
}

/** The line up to the line feed, without the line feed, a carriage return, and spaces and tabs before it. */
function lineAt(text: string, from: number): { readonly text: string; readonly end: number } {
  const feed = text.indexOf("\n", from);
  let last = feed < 0 ? text.length : feed;
  if (feed > from && text[feed - 1] === "\r") last -= 1;
  while (last > from && (text[last - 1] === " " || text[last - 1] === "\t")) last -= 1;
  return { text: text.slice(from, last), end: feed < 0 ? text.length : feed + 1 };
}

/** Decodes standard base64 with padding; undefined if it is invalid. Node's decoder accepts every text. */
export function decodeBase64(lines: string): Buffer | undefined {
  const text = lines.replace(/[ \t\r\n]/g, "");
  return isBase64(text) ? Buffer.from(text, "base64") : undefined;
}
