import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { type Line, linesIn, linesOfFile } from "./lines.ts";

const folder = folderForTests();

async function shown(lines: AsyncIterable<Line>): Promise<string[]> {
  const found: string[] = [];
  for await (const { number, bytes } of lines)
    found.push(`${number} ${bytes === undefined ? "too long" : Buffer.from(bytes).toString()}`);
  return found;
}

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

test("linesIn splits at newlines, wherever the pieces end", async () => {
  for (const size of [1, 2, 3, 100])
    expect(await shown(linesIn(inPieces("a\n\nbcd\ne", size), 10))).toEqual(["1 a", "3 bcd", "4 e"]);
});

test("linesIn takes empty lines without a step for each, and refuses millions of them in a row", async () => {
  const empty = "\n".repeat(600_000);
  expect(await shown(linesIn(inPieces(`a${empty}b${empty}c`, 1 << 16), 10))).toEqual([
    "1 a",
    "600001 b",
    "1200001 c",
  ]);
  await expect(shown(linesIn(inPieces(`a${empty}${empty}`, 1 << 16), 10))).rejects.toThrow(
    "more than 1000000 empty lines in a row",
  );
});

test("linesOfFile names a file with nothing but empty lines", async () => {
  const file = join(folder, "empty.gz");
  await writeFile(file, gzipSync(Buffer.alloc(64 << 20, "\n")));
  await expect(shown(linesOfFile(file, 10))).rejects.toThrow(
    `${file}: cannot be read: more than 1000000 empty lines in a row`,
  );
});

test("linesIn skips a line that is too long, and goes on after it", async () => {
  expect(await shown(linesIn(inPieces(`a\n${"x".repeat(1000)}\nb\n`, 7), 10))).toEqual([
    "1 a",
    "2 too long",
    "3 b",
  ]);
});

test("linesOfFile unpacks what is packed, whatever its name, also when it was packed in parts", async () => {
  const file = join(folder, "log.json");
  await writeFile(file, Buffer.concat([gzipSync("a\n"), gzipSync("b\n")]));
  expect(await shown(linesOfFile(file, 10))).toEqual(["1 a", "2 b"]);
});

test("linesOfFile says in words what cannot be unpacked", async () => {
  const file = join(folder, "cut.gz");
  await writeFile(file, gzipSync("a\n".repeat(10_000)).subarray(0, 40));
  await expect(shown(linesOfFile(file, 10))).rejects.toThrow(
    `${file}: cannot be read: unexpected end of file`,
  );
  await expect(shown(linesOfFile(join(folder, "missing"), 10))).rejects.toThrow("ENOENT");
});
