import { describe, expect, it } from "vitest";
import { pemText, readPem } from "./pem.ts";

const read = (text: string) =>
  readPem(text).blocks.map(
    ({ type, hasHeaders, bytes }) => `${type}${hasHeaders ? "+" : ""} ${bytes.toString("base64")}`,
  );

/** A block of `AAAA`, changed by `edit`. */
const block = (edit: (text: string) => string = (text) => text): string =>
  edit("-----BEGIN X-----\nAAAA\n-----END X-----\n");

// Texts in which Go's encoding/pem finds the block (recorded).
const FOUND: readonly [string, string][] = [
  ["a block", block()],
  ["lines before and after it", `text\n\n${block()}more`],
  ["carriage returns", block((text) => text.replace(/\n/g, "\r\n"))],
  [
    "spaces and tabs behind the lines and in the content",
    "-----BEGIN X----- \t\nAA A\t A\n-----END X-----\t \n",
  ],
  ["no line feed at the end", block().trimEnd()],
  ["a begin that has no end before it", `-----BEGIN Y-----\nAAAA\n${block()}`],
  ["a broken block before it", `-----BEGIN X-----\n!!!!\n-----END X-----\n${block()}`],
  ["content in many lines", "-----BEGIN X-----\nA\nA\r\nA\n\nA\n\n-----END X-----"],
];

const NOT_FOUND: readonly [string, string][] = [
  ["a letter before BEGIN", `x${block()}`],
  ["a space before BEGIN", ` ${block()}`],
  ["a tab before BEGIN", `\t${block()}`],
  ["a space before END", block((text) => text.replace("\n-----END", "\n -----END"))],
  ["text behind END", block((text) => text.replace("END X-----", "END X-----x"))],
  ["text behind BEGIN", block((text) => text.replace("BEGIN X-----", "BEGIN X-----x"))],
  ["another type at the end", block((text) => text.replace("END X", "END Y"))],
  ["content that is no base64", block((text) => text.replace("AAAA", "AA_A"))],
  ["too little padding", block((text) => text.replace("AAAA", "AAA"))],
  ["too much padding", block((text) => text.replace("AAAA", "AAAA="))],
  ["padding in the middle", block((text) => text.replace("AAAA", "AA==AAAA"))],
  ["a carriage return behind a space", block((text) => text.replace("BEGIN X-----", "BEGIN X----- \r "))],
  ["headers and nothing else", "-----BEGIN X-----\nA: b\n-----END X-----\n"],
];

describe("readPem", () => {
  it.each(FOUND)("finds the block in %s", (_name, text) => {
    expect(read(text)).toEqual(["X AAAA"]);
  });

  it.each(NOT_FOUND)("finds nothing with %s", (_name, text) => {
    expect(read(text)).toEqual([]);
  });

  it("knows headers, empty blocks and empty types", () => {
    expect(read("-----BEGIN X-----\nA: b\n\nAAAA\n-----END X-----\n")).toEqual(["X+ AAAA"]);
    expect(read("-----BEGIN X-----\n-----END X-----\n")).toEqual(["X "]);
    expect(read("-----BEGIN -----\nAAAA\n-----END -----\n")).toEqual([" AAAA"]);
  });

  it("says what follows the last block", () => {
    expect(readPem(block()).rest).toBe("");
    expect(readPem(`${block()}${block()}rest`)).toMatchObject({ blocks: [{}, {}], rest: "rest" });
  });

  it("reads what pemText writes", () => {
    const bytes = Buffer.alloc(100, 7);
    expect(readPem(pemText({ type: "A B", bytes })).blocks).toEqual([
      { type: "A B", hasHeaders: false, bytes },
    ]);
  });

  it.each([
    ["begins", "-----BEGIN X-----\n"],
    ["ends", "\n-----END X-----"],
    ["begins and ends that do not fit", "-----BEGIN X-----\n-----END Y-----\n"],
    ["spaces", " "],
    ["headers", "a:\n"],
  ])("takes a million bytes of %s in one go", (_name, part) => {
    const text = `-----BEGIN Z-----\n${part.repeat(1_000_000 / part.length)}\n-----END Z-----x`;
    expect(read(text)).toEqual([]);
  });
});
