import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { messageOf } from "../report/describe-error.ts";
import { RecordingError } from "./recording-error.ts";

/** A line of a file. */
export interface Line {
  /** Line number, from 1. */
  readonly number: number;
  /** The line without its newline; undefined if it was longer than the limit and was skipped. */
  readonly bytes: Uint8Array | undefined;
}

/**
 * Reads the lines of a file, or of standard input (`-`), decompressed if necessary. It has one line at a time
 * in memory.
 */
export async function* linesOfFile(path: string, mostBytes: number): AsyncGenerator<Line> {
  const source: Readable = path === "-" ? process.stdin : createReadStream(path);
  try {
    yield* linesIn(unpacked(source), mostBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new RecordingError(`${path}: cannot be read: ${messageOf(error)}`, { cause: error });
  } finally {
    source.destroy();
  }
}

const NEWLINE = 10;
const MOST_EMPTY_LINES = 1_000_000;

/**
 * Splits pieces at their newlines. Empty lines are left out, and counted. Throws an Error for more than `MOST_EMPTY_LINES`
 * of them in a row: a small compressed file may contain nothing else.
 */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Line> {
  let open: Uint8Array[] = [];
  let bytes = 0;
  let number = 0;
  const line = (): Line => {
    const whole = bytes > mostBytes ? undefined : open.length === 1 ? open[0] : Buffer.concat(open);
    open = [];
    bytes = 0;
    return { number, bytes: whole };
  };
  let emptyLines = 0;
  /** The position behind the empty lines at `from`. */
  const skipEmpty = (piece: Uint8Array, from: number): number => {
    let at = from;
    while (piece[at] === NEWLINE) at += 1;
    emptyLines += at - from;
    number += at - from;
    if (emptyLines > MOST_EMPTY_LINES) throw new Error(`more than ${MOST_EMPTY_LINES} empty lines in a row`);
    return at;
  };
  const add = (piece: Uint8Array): void => {
    bytes += piece.byteLength;
    // A line above the limit is not kept.
    if (bytes > mostBytes) open = [];
    else open.push(piece);
  };
  for await (const piece of pieces) {
    let from = bytes === 0 ? skipEmpty(piece, 0) : 0;
    for (let end = piece.indexOf(NEWLINE, from); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      add(piece.subarray(from, end));
      number += 1;
      yield line();
      emptyLines = 0;
      from = skipEmpty(piece, end + 1);
    }
    if (from < piece.byteLength) add(piece.subarray(from));
  }
  number += 1;
  if (bytes > 0) yield line();
}

const GZIP = [0x1f, 0x8b] as const;

/** Decompresses a stream if its first bytes are those of gzip, whatever the name of the file. */
async function* unpacked(source: Readable): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await pieces.next();
  if (first.done === true) return;
  const rest = resumed(first.value, pieces);
  if (first.value[0] !== GZIP[0] || first.value[1] !== GZIP[1]) yield* rest;
  else yield* gunzipped(rest);
}

async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // Errors reach the reader through the stream itself.
  const source = Readable.from(packed, { objectMode: false });
  pipeline(source, gunzip, () => {});
  yield* gunzip as AsyncIterable<Uint8Array>;
}
