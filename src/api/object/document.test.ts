import { expect, test } from "vitest";
import { Document } from "./document.ts";

test("Document makes its bytes once", () => {
  const document = new Document({ a: "<" });
  expect(Buffer.from(document.bytes).toString()).toBe('{"a":"\\u003c"}');
  expect(document.bytes).toBe(document.bytes);
});

test("Document keeps the bytes that it is given", () => {
  const bytes = Buffer.from('{ "a": 1 }');
  expect(new Document({ a: 1 }, bytes).bytes).toBe(bytes);
});

test("Document.fromBytes parses when it is asked, once, and keeps big integers whole", () => {
  const bytes = Buffer.from('{"__proto__":1,"big":9223372036854775807,"text":"1234567890123456789"}');
  const document = Document.fromBytes(bytes);
  expect(document.value).toBe(document.value);
  expect(Object.entries(document.value ?? {})).toEqual([
    ["__proto__", 1],
    ["big", 9223372036854775807n],
    ["text", "1234567890123456789"],
  ]);
  expect(Document.fromBytes(Buffer.from("null")).value).toBeNull();
});

test("Document.forgetValue drops the value only when the bytes can bring it back", () => {
  const value = { a: 1 };
  const document = new Document(value);
  document.forgetValue();
  expect(document.value).toBe(value);
  expect(document.bytes.length).toBe(7);
  document.forgetValue();
  expect(document.value).not.toBe(value);
  expect(document.value).toEqual(value);
});
