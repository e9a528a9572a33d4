import { expect, test } from "vitest";
import { seeded } from "./file/damage-cases.tool.ts";
import { looksLikeObject } from "./is-json-text.ts";
import { openSummed, openValue, sumOfKey, sumValue } from "./summed-value.ts";

const KEY = "/registry/secrets/default/ä\u0002";
const JSON_TEXT = Buffer.from('{"kind":"Secret","data":{"a":"ü"}}');
const random = seeded(5);
const ENCRYPTED = Buffer.concat([
  Buffer.from("k8s:enc:aescbc:v1:one:"),
  Buffer.from(Array.from({ length: 64 }, () => random(256))),
]);

test.each([JSON_TEXT, ENCRYPTED])("openValue gives back what sumValue was given", (bytes) => {
  expect(openValue(KEY, 7, sumValue(KEY, 7, bytes))).toEqual(bytes);
});

test("openValue refuses a value of another key or revision", () => {
  const value = sumValue(KEY, 7, JSON_TEXT);
  expect([openValue(`${KEY}a`, 7, value), openValue(KEY, 8, value)]).toEqual([undefined, undefined]);
});

test("openValue notices each single bit of a value", () => {
  const value = sumValue(KEY, 7, JSON_TEXT);
  for (let bit = 0; bit < value.length * 8; bit++) {
    const damaged = Buffer.from(value);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(openValue(KEY, 7, damaged), `bit ${bit}`).toBeUndefined();
  }
});

test("openSummed reads a value in the middle of other memory", () => {
  for (const bytes of [JSON_TEXT, ENCRYPTED]) {
    const memory = Buffer.concat([Buffer.from("{ab"), sumValue(KEY, 7, bytes), Buffer.from("a}")]);
    const opened = openSummed(sumOfKey(KEY, 7), memory, 3, memory.length - 2);
    expect(opened).toEqual(bytes);
    expect(openSummed(sumOfKey(KEY, 7), memory, 3, memory.length - 1)).toBeUndefined();
  }
});

test("openValue notices each single bit of an encrypted value", () => {
  const value = sumValue(KEY, 7, ENCRYPTED);
  for (let bit = 0; bit < value.length * 8; bit++) {
    const damaged = Buffer.from(value);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(openValue(KEY, 7, damaged), `bit ${bit}`).toBeUndefined();
  }
});

test("openValue reads values without a checksum that look like objects", () => {
  for (const bytes of [JSON_TEXT, ENCRYPTED]) {
    const opened = openValue(KEY, 7, bytes);
    expect([opened, opened?.buffer === bytes.buffer]).toEqual([bytes, true]);
  }
  for (const text of ["", "{", '{"a"\0}', "\0\0\0"])
    expect(openValue(KEY, 7, Buffer.from(text)), text).toBeUndefined();
});

test("a value with a checksum looks like an object to versions without checksums, which then refuse the format", () => {
  for (const bytes of [JSON_TEXT, ENCRYPTED]) expect(looksLikeObject(sumValue(KEY, 7, bytes))).toBe(true);
});
