import { expect, test } from "vitest";
import { parse } from "./parse.ts";

const START =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const including = (...more: readonly (readonly [before: string, kind: string])[]): string =>
  more.reduce((text, [before, kind]) => text.replace(before, `${kind}, ${before}`), START);

/** Returns `place: text` of each error, in the order of their places. */
function errors(source: string): string[] {
  const parsed = parse(source, { bindings: true });
  const issues = parsed.kind === "issues" ? [...parsed.issues] : [];
  return issues
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `${at + 1}: ${text.replace("Syntax error: ", "")}`);
}

// All texts below were recorded from kube-apiserver 1.36.3.
test.each<[string, ...string[]]>([
  ["self.t ==== 'a'", `10: extraneous input '==' expecting ${START}`],
  ["self.b ? self.i/> 1 : self.b", `17: extraneous input '>' expecting ${START}`],
  [
    "cel.bind(v self.i, v  v > 2)",
    "12: mismatched input 'self' expecting ')'",
    "28: extraneous input ')' expecting <EOF>",
  ],
  [
    "size(self:.tl) <= 3",
    "10: mismatched input ':' expecting ')'",
    "14: mismatched input ')' expecting <EOF>",
  ],
  [
    "self.t in [1'a'$, 'b']",
    "13: extraneous input ''a'' expecting {']', ','}",
    "16: token recognition error at: '$'",
    "19: extraneous input ''b'' expecting ']'",
  ],
  ["self. +1 == 4", "7: no viable alternative at input '. +'"],
  ["self.*tl.size() > 0", "6: no viable alternative at input '.*'"],
  [
    "{'a': , 'b': 2}a == 1",
    `7: extraneous input ',' expecting ${START}`,
    "12: mismatched input ':' expecting {'}', ','}",
  ],
  [
    "{'a': 1, ->'b': 2}.a == 1",
    "11: no viable alternative at input '->'",
    `11: extraneous input '>' expecting ${START}`,
  ],
  [
    "self.tl.exists_one(x, x.)('a'))",
    "25: no viable alternative at input '.)'",
    "26: mismatched input '(' expecting <EOF>",
  ],
  [
    ".b'abc' == bytes(self.!t)",
    "2: no viable alternative at input '.b'abc''",
    "23: no viable alternative at input '.!'",
  ],
  [
    "has(self.1 o.k) && self.b",
    "5: invalid argument to has() macro",
    "9: mismatched input '.1' expecting ')'",
    "15: mismatched input ')' expecting <EOF>",
  ],
  [
    "x.all(1, 2, 3][0] == self.i",
    "7: argument must be a simple name",
    "14: mismatched input ']' expecting ')'",
  ],
  ["for(self.i).  int", "1: reserved identifier: for"],
  ["self?..t == 'a'", "7: no viable alternative at input '..'", "16: mismatched input '<EOF>' expecting ':'"],
  [
    "self.il{?.all(x, x > 1)",
    "10: extraneous input '.' expecting {IDENTIFIER, ESC_IDENTIFIER}",
    "14: missing ':' at '('",
    "16: missing ')' at ','",
    "20: mismatched input '>' expecting ':'",
    "23: extraneous input ')' expecting <EOF>",
  ],
  [
    "[ == 1]",
    `3: extraneous input '==' expecting ${including(["'{'", "']'"], ["'-'", "','"], ["'true'", "'?'"])}`,
  ],
  ["[1 2]", "4: extraneous input '2' expecting {']', ','}"],
  ["{1: 2 3: 4}", "7: mismatched input '3' expecting {'}', ','}"],
  ["{1 2}", "4: missing ':' at '2'"],
  ["! ) self.b", `3: extraneous input ')' expecting ${START}`],
  ["- ) 1", "3: no viable alternative at input '- )'", `3: extraneous input ')' expecting ${START}`],
  ["self.t[)]", `8: mismatched input ')' expecting ${including(["'true'", "'?'"])}`],
  ["size(,)", `6: extraneous input ',' expecting ${including(["'.'", "')'"])}`],
  ["a.b{c d}", "7: missing ':' at 'd'"],
  ["a.b{?c: 1, ,}", "12: extraneous input ',' expecting '}'"],
  [
    "self.?.?k.orValue('x') == 'd'",
    "7: mismatched input '.' expecting {IDENTIFIER, ESC_IDENTIFIER}",
    "7: unsupported ident kind",
  ],
  ["self.?t x", "9: extraneous input 'x' expecting <EOF>"],
  ["self.|t", "6: token recognition error at: '|t'", "8: no viable alternative at input '.'"],
  ["((self.b)", "10: missing ')' at '<EOF>'"],
  ["self.true", "6: mismatched input 'true' expecting IDENTIFIER"],
  ["self . null", "8: no viable alternative at input '. null'"],
  ["self.in", "6: no viable alternative at input '.in'", `8: mismatched input '<EOF>' expecting ${START}`],
  [
    "1 + ) 2 + ) 3",
    `5: extraneous input ')' expecting ${START}`,
    `11: extraneous input ')' expecting ${START}`,
  ],
  [
    `1 ${"2 ".repeat(300)}`,
    "0: error recovery token lookahead limit exceeded: 256",
    "3: mismatched input '2' expecting <EOF>",
  ],
])("%s", (source, ...expected) => {
  expect(errors(source)).toEqual(expected);
});

test("there is an end to errors", () => {
  expect(errors("== ".repeat(40)).at(-1)).toMatch(/: error recovery attempt limit exceeded: 30$/);
  expect(errors(`${"(".repeat(40)}1`)).toEqual([
    "42: mismatched input '<EOF>' expecting ')'",
    "42: error recovery attempt limit exceeded: 30",
  ]);
  const all = errors("#".repeat(120));
  expect(all).toHaveLength(101);
  expect(all.at(-1)).toMatch(/: More than 100 syntax errors$/);
});
