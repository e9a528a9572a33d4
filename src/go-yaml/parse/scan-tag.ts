import { widthOf } from "../utf8-problem.ts";
import { refuseAt } from "../yaml-error.ts";
import { isBlankOrEnd, isWordCharacter, type Source } from "./source.ts";
import type { Token } from "./token.ts";

const BEHIND_NAMES: ReadonlySet<number> = new Set(
  [..."?:,]}%@`"].map((character) => character.charCodeAt(0)),
);

/** Reads `&name` or `*name`. */
export function scanAnchor(source: Source, type: "anchor" | "alias"): Token {
  const { line } = source;
  source.skip();
  const value = source.takeWhile(isWordCharacter);
  const next = source.code();
  if (value === "" || !(isBlankOrEnd(next) || BEHIND_NAMES.has(next)))
    refuseAt(source.line, "did not find expected alphabetic or numeric character", "scanner");
  return { type, line, value };
}

/** Reads `!<uri>`, `!suffix`, `!handle!suffix` or `!`. */
export function scanTag(source: Source): Token {
  const { line } = source;
  const [value, suffix] = source.is("<", 1) ? ["", scanVerbatim(source)] : scanShorthand(source);
  if (!isBlankOrEnd(source.code()))
    refuseAt(source.line, "did not find expected whitespace or line break", "scanner");
  return { type: "tag", line, value, suffix };
}

function scanVerbatim(source: Source): string {
  source.skip(2);
  const uri = scanTagUri(source, "");
  if (!source.is(">")) refuseAt(source.line, "did not find the expected '>'", "scanner");
  source.skip();
  return uri;
}

function scanShorthand(source: Source): [handle: string, suffix: string] {
  const handle = scanTagHandle(source, false);
  if (handle.length > 1 && handle.endsWith("!")) return [handle, scanTagUri(source, "")];
  const suffix = scanTagUri(source, handle);
  return suffix === "" ? ["", "!"] : ["!", suffix];
}

/**
 * Handle of a tag, such as `!`, `!!` or `!name!`. `directive`: the handle of a `%TAG` directive, which must end
 * with `!`.
 */
export function scanTagHandle(source: Source, directive: boolean): string {
  if (!source.is("!")) refuseAt(source.line, "did not find expected '!'", "scanner");
  source.skip();
  const name = source.takeWhile(isWordCharacter);
  if (source.is("!")) {
    source.skip();
    return `!${name}!`;
  }
  if (directive && name !== "") refuseAt(source.line, "did not find expected '!'", "scanner");
  return `!${name}`;
}

const IN_URIS: ReadonlySet<number> = new Set(
  [...";/?:@&=+$,.!~*'()[]"].map((character) => character.charCodeAt(0)),
);
const isUriCharacter = (code: number): boolean => isWordCharacter(code) || IN_URIS.has(code);

/** Reads the URI of a tag. `head`: text, with its `!`, that was read as a handle and is part of the URI. */
export function scanTagUri(source: Source, head: string): string {
  let uri = head.slice(1);
  const from = source.at;
  for (;;) {
    uri += source.takeWhile(isUriCharacter);
    if (!source.is("%")) break;
    uri += scanEscaped(source);
  }
  if (source.at === from && head === "") refuseAt(source.line, "did not find expected tag URI", "scanner");
  return uri;
}

/** Reads the escaped octets of one character. */
function scanEscaped(source: Source): string {
  const bytes: number[] = [];
  let length = 1;
  do {
    const digits = /^%([0-9a-fA-F]{2})/.exec(source.text.slice(source.at, source.at + 3))?.[1];
    if (digits === undefined) refuseAt(source.line, "did not find URI escaped octet", "scanner");
    const octet = Number.parseInt(digits ?? "", 16);
    if (bytes.length === 0) {
      length = widthOf(octet);
      if (length === 0) refuseAt(source.line, "found an incorrect leading UTF-8 octet", "scanner");
    } else if ((octet & 0xc0) !== 0x80)
      refuseAt(source.line, "found an incorrect trailing UTF-8 octet", "scanner");
    bytes.push(octet);
    source.skip(3);
  } while (bytes.length < length);
  return Buffer.from(bytes).toString();
}
