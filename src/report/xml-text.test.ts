import { expect, it } from "vitest";
import { xmlText } from "./xml-text.ts";

it("xmlText escapes marks, refers to control characters, and leaves out those that XML does not have", () => {
  expect(xmlText('<a & "b">\n\u001b[31m\u0000\u009b\u202e\u2028')).toBe(
    "&lt;a &amp; &quot;b&quot;&gt;\n[31m&#x9b;&#x202e;&#x2028;",
  );
});
