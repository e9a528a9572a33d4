import { describe, expect, test } from "vitest";
import * as format from "./name-format.ts";

type Rule = (text: string) => readonly string[];
const long = (length: number): string => "a".repeat(length);

const VALID: readonly (readonly [name: string, rule: Rule, texts: readonly string[]])[] = [
  ["dns1123LabelProblems", format.dns1123LabelProblems, ["a", "0", "a-b", "1-2", long(63)]],
  ["dns1123SubdomainProblems", format.dns1123SubdomainProblems, ["a", "a.b", "0.1-2.c", long(253)]],
  ["dns1035LabelProblems", format.dns1035LabelProblems, ["a", "a1-b"]],
  ["qualifiedNameProblems", format.qualifiedNameProblems, ["a", "A_b.c-d", "x.y/z", `x.y/${long(63)}`]],
  ["labelValueProblems", format.labelValueProblems, ["", "a", "A_b.c-d", long(63)]],
  ["portNameProblems", format.portNameProblems, ["a", "http-1", long(15)]],
  ["percentProblems", format.percentProblems, ["0%", "100%"]],
  ["configMapKeyProblems", format.configMapKeyProblems, ["a", ".a", "A_b.c-", long(253)]],
  ["envVarNameProblems", format.envVarNameProblems, ["A", "1 a!", "a.b"]],
  ["cIdentifierProblems", format.cIdentifierProblems, ["_", "aB_1"]],
  ["httpHeaderNameProblems", format.httpHeaderNameProblems, ["X-A", "1"]],
  ["wildcardSubdomainProblems", format.wildcardSubdomainProblems, ["*.a", "*.a.b"]],
  ["pathSegmentNameProblems", format.pathSegmentNameProblems, ["a:b", "A B", "..."]],
];

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const KEY =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const HYPHEN = "must not begin or end with a hyphen";
const PORT_CHARACTERS = "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)";

const INVALID: readonly (readonly [
  name: string,
  rule: Rule,
  text: string,
  problems: readonly (string | RegExp)[],
])[] = [
  ["dns1123LabelProblems", format.dns1123LabelProblems, "A", [LABEL]],
  ["dns1123LabelProblems", format.dns1123LabelProblems, "", [LABEL]],
  ["dns1123LabelProblems", format.dns1123LabelProblems, "a\n", [LABEL]],
  ["dns1123LabelProblems", format.dns1123LabelProblems, "a.b", ["must not contain dots"]],
  ["dns1123LabelProblems", format.dns1123LabelProblems, long(64), ["must be no more than 63 characters"]],
  [
    "dns1123SubdomainProblems",
    format.dns1123SubdomainProblems,
    `${long(260)}-`,
    ["must be no more than 253 characters", /^a lowercase RFC 1123 subdomain/],
  ],
  ["dns1035LabelProblems", format.dns1035LabelProblems, "1a", [/start with an alphabetic character/]],
  [
    "qualifiedNameProblems",
    format.qualifiedNameProblems,
    "",
    ["name part must be non-empty", `name part ${KEY}`],
  ],
  ["qualifiedNameProblems", format.qualifiedNameProblems, "/a", ["prefix part must be non-empty"]],
  ["qualifiedNameProblems", format.qualifiedNameProblems, "a/b/c", [/^a valid label key must consist of/]],
  [
    "qualifiedNameProblems",
    format.qualifiedNameProblems,
    "B/c",
    [/^prefix part a lowercase RFC 1123 subdomain/],
  ],
  [
    "qualifiedNameProblems",
    format.qualifiedNameProblems,
    long(64),
    ["name part must be no more than 63 bytes"],
  ],
  ["labelValueProblems", format.labelValueProblems, "-", [/^a valid label must be an empty string or/]],
  ["labelValueProblems", format.labelValueProblems, long(64), ["must be no more than 63 bytes"]],
  ["portNameProblems", format.portNameProblems, "1", ["must contain at least one letter (a-z)"]],
  ["portNameProblems", format.portNameProblems, "-a--B-", [PORT_CHARACTERS, /consecutive/, HYPHEN]],
  ["portNameProblems", format.portNameProblems, long(16), ["must be no more than 15 characters"]],
  ["percentProblems", format.percentProblems, "1", [/^a valid percent string/]],
  ["configMapKeyProblems", format.configMapKeyProblems, "..", ["must not be '..'"]],
  ["configMapKeyProblems", format.configMapKeyProblems, "..a", ["must not start with '..'"]],
  ["configMapKeyProblems", format.configMapKeyProblems, "a b", [/^a valid config key must/]],
  ["envVarNameProblems", format.envVarNameProblems, "", ["environment variable name must be non-empty"]],
  ["envVarNameProblems", format.envVarNameProblems, "a=b", [/printable ASCII characters other than '='$/]],
  ["pathSegmentNameProblems", format.pathSegmentNameProblems, "..", ["may not be '..'"]],
  [
    "pathSegmentNameProblems",
    format.pathSegmentNameProblems,
    "a%/b",
    ["may not contain '/'", "may not contain '%'"],
  ],
];

describe("names", () => {
  test.each(VALID)("%s finds nothing wrong with valid texts", (_name, rule, texts) => {
    for (const text of texts) expect(rule(text), text).toEqual([]);
  });

  test.each(INVALID)("%s #%#: says what is wrong in the reference's words", (_name, rule, text, problems) => {
    expect(rule(text)).toEqual(
      problems.map((problem) => (typeof problem === "string" ? problem : expect.stringMatching(problem))),
    );
  });

  test("qualifiedNameProblems counts lengths in bytes", () => {
    expect(format.qualifiedNameProblems("ä".repeat(32))[0]).toBe("name part must be no more than 63 bytes");
  });
});

describe("numbers", () => {
  test("portNumberProblems allows 1 to 65535", () => {
    const problem = ["must be between 1 and 65535, inclusive"];
    expect([0, 1, 65535, 65536].map((port) => format.portNumberProblems(port))).toEqual([
      problem,
      [],
      [],
      problem,
    ]);
  });

  test("idProblems allows 0 to 2^31 - 1", () => {
    expect([-1, 0, 2147483647, 2147483648].map((id) => format.idProblems(id).length)).toEqual([1, 0, 0, 1]);
  });
});

describe("nameIsDnsLabel", () => {
  test("nameIsDnsLabel forgives the dash at the end of a prefix", () => {
    expect(format.nameIsDnsLabel("a-", true)).toEqual([]);
    expect(format.nameIsDnsLabel("a-", false)).toHaveLength(1);
    expect(format.nameIsDnsLabel("-", true)).toHaveLength(1);
  });
});
