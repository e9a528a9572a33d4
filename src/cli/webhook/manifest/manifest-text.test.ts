import { expect, it } from "vitest";
import { parse } from "yaml";
import { manifestText } from "./manifest-text.ts";

it("manifestText writes control characters as escapes, and YAML reads them as they were", () => {
  const text = "a\u001b[31m\u009b\u202e\u2028b";
  const object = { metadata: { name: text, [text]: `${text}\n  c\n` } };
  const written = manifestText(object);
  expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  expect(parse(written)).toEqual(object);
});
