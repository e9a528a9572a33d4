import { expect, test } from "vitest";
import { OpenParts, openAll } from "./open-parts.ts";

test("OpenParts closes the last one first, each when the one before is closed, and each once", async () => {
  const parts = new OpenParts();
  const said: string[] = [];
  expect(parts.add("a", (part) => void said.push(part))).toBe("a");
  parts.add("b", async (part) => {
    await Promise.resolve();
    said.push(part);
  });
  await parts.close();
  await parts.close();
  expect(said).toEqual(["b", "a"]);
});

test("OpenParts closes all of them when one cannot be closed", async () => {
  const parts = new OpenParts();
  const said: string[] = [];
  parts.add("a", (part) => void said.push(part));
  for (const name of ["b", "c"]) parts.add(name, () => Promise.reject(new Error(`not ${name}`)));
  await expect(parts.close()).rejects.toThrow("not c");
  expect(said).toEqual(["a"]);
});

test("openAll closes what was opened when the next part fails, and throws what that said", async () => {
  const said: string[] = [];
  const opening = openAll(async (parts) => {
    parts.add("a", (part) => void said.push(part));
    parts.add("b", () => Promise.reject(new Error("not b")));
    throw new Error("no c");
  });
  await expect(opening).rejects.toThrow("no c");
  expect(said).toEqual(["a"]);
});

test("openAll leaves open what was opened when nothing fails", async () => {
  const said: string[] = [];
  const parts = await openAll(async (opened) => {
    opened.add("a", (part) => void said.push(part));
    return opened;
  });
  expect(said).toEqual([]);
  await parts.close();
  expect(said).toEqual(["a"]);
});
