import { describe, expect, it } from "vitest";
import { forTerminal, OWN_ESCAPE, visible, visibleLine } from "./visible-text.ts";

/** Moves the cursor, sets a title, makes a link, turns the direction, and ends lines in unusual ways. */
const HOSTILE = "\u001b[2J\u001b]0;x\u0007\u009b31m\u202e\u2066\u061c\u200f\u2028\u2029\u0085\u007f\u0000\r.";
const SHOWN =
  "\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u202e\\u2066\\u061c\\u200f\\u2028\\u2029\\u0085\\u007f\\u0000\\u000d.";

describe("visible", () => {
  it("escapes control characters and those that turn the direction of text", () => {
    expect(visible(HOSTILE)).toBe(SHOWN);
  });

  it("keeps line breaks, tabs and all other text", () => {
    const text = "a\tb\r\nc\n“é” 日本 \u{1f469}\u200d\u{1f680}";
    expect(visible(text)).toBe(text);
  });

  it("keeps the meaning of JSON", () => {
    const value = { [HOSTILE]: [`${HOSTILE}\n\t"\\`] };
    const json = visible(JSON.stringify(value, null, 2));
    expect(json).not.toMatch(/[\u007f-\u009f\u2028-\u202e]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe("visibleLine", () => {
  it("escapes line breaks and tabs too", () => {
    expect(visibleLine(`a\r\n\t${HOSTILE}`)).toBe(`a\\u000d\\u000a\\u0009${SHOWN}`);
  });
});

describe("forTerminal", () => {
  it("lets through the sequences of this program only", () => {
    expect(forTerminal(`${OWN_ESCAPE}[31mno${OWN_ESCAPE}[0m \u001b[32myes`)).toBe(
      "\u001b[31mno\u001b[0m \\u001b[32myes",
    );
  });
});
