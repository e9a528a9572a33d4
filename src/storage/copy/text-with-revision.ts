import type { Pack } from "../../json/pack-bytes.ts";

/** The object begins so: `{"kind":"Pod","apiVersion":"v1","metadata":{`. */
const START = Buffer.from('{"kind":"');
const METADATA = Buffer.from(',"metadata":{"name":"');
const UID = Buffer.from('"uid":"');
/** Members that follow the uid of a built-in kind, if there is no revision. */
const NEXT = ['","generation":', '","creationTimestamp":'].map((text) => Buffer.from(text));
/** Longest start of an object up to the uid, in bytes: kind, group, two names. */
const MOST_START = 1500;
const [QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET] = [0x22, 0x7b, 0x7d, 0x5b];

/**
 * Returns the stored text of an object of a built-in kind with its revision, at the place where the server writes it: after the
 * uid. Undefined for a text of another layout, such as one that another program has written, or that of a custom resource.
 * The rest of the text is not read.
 */
export function textWithRevision(bytes: Uint8Array, revision: number, pack: Pack): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!startsWith(text, START, 0) || text.at(-1) !== CLOSE_BRACE) return undefined;
  const head = text.subarray(0, MOST_START);
  const metadata = head.indexOf(METADATA);
  const uid = head.indexOf(UID, metadata + METADATA.length);
  if (metadata < 0 || uid < 0) return undefined;
  // Neither before nor within the metadata is another object or a list, so both names are those of the object itself.
  for (let at = START.length; at < uid; at++) {
    const byte = head[at];
    if ((byte === OPEN_BRACE && at !== metadata + ',"metadata":'.length) || byte === OPEN_BRACKET)
      return undefined;
  }
  const end = text.indexOf(QUOTE, uid + UID.length);
  if (!NEXT.some((next) => startsWith(text, next, end))) return undefined;
  return pack([text.subarray(0, end + 1), `,"resourceVersion":"${revision}"`, text.subarray(end + 1)]);
}

function startsWith(text: Buffer, part: Buffer, at: number): boolean {
  return at >= 0 && text.subarray(at, at + part.length).equals(part);
}
