import { refuseAt } from "../yaml-error.ts";
import { scanTagHandle, scanTagUri } from "./scan-tag.ts";
import {
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isDigit,
  isWordCharacter,
  type Source,
} from "./source.ts";
import type { Token } from "./token.ts";

/** Reads a directive: a line that begins with `%`. */
export function scanDirective(source: Source): Token {
  const { line } = source;
  source.skip();
  const name = scanName(source);
  const token = name === "YAML" ? scanVersion(source, line) : scanTagDirective(source, line, name);
  source.skipBlanks();
  source.skipComment();
  if (!isBreakOrEnd(source.code()))
    refuseAt(source.line, "did not find expected comment or line break", "scanner");
  if (isBreak(source.code())) source.takeBreak();
  return token;
}

function scanName(source: Source): string {
  const name = source.takeWhile(isWordCharacter);
  if (name === "") refuseAt(source.line, "could not find expected directive name", "scanner");
  if (!isBlankOrEnd(source.code()))
    refuseAt(source.line, "found unexpected non-alphabetical character", "scanner");
  return name;
}

function scanVersion(source: Source, line: number): Token {
  source.skipBlanks();
  const major = scanNumber(source);
  if (!source.is(".")) refuseAt(source.line, "did not find expected digit or '.' character", "scanner");
  source.skip();
  return { type: "version directive", line, suffix: `${major}.${scanNumber(source)}` };
}

function scanNumber(source: Source): number {
  const digits = source.takeWhile(isDigit);
  if (digits.length > 2) refuseAt(source.line, "found extremely long version number", "scanner");
  if (digits === "") refuseAt(source.line, "did not find expected version number", "scanner");
  return Number(digits);
}

function scanTagDirective(source: Source, line: number, name: string): Token {
  if (name !== "TAG") refuseAt(source.line, "found unknown directive name", "scanner");
  source.skipBlanks();
  const value = scanTagHandle(source, true);
  if (!isBlank(source.code())) refuseAt(source.line, "did not find expected whitespace", "scanner");
  source.skipBlanks();
  const suffix = scanTagUri(source, "");
  if (!isBlankOrEnd(source.code()))
    refuseAt(source.line, "did not find expected whitespace or line break", "scanner");
  return { type: "tag directive", line, value, suffix };
}
