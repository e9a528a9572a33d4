import { expect, test } from "vitest";
import { messagesIn } from "./messages-in.ts";

const textsIn = (told: string): string[] => messagesIn(told, () => false).map(({ text }) => text);
const DENIED =
  'admission webhook "a.io" denied the request: volume size 104857600 must be an integer multiple of 16777216';

test.each([
  [
    "broken at a width",
    'Error: admission webhook "a.io" denied the request: volume size 104857600 must\n   be an integer multiple of 16777216',
  ],
  [
    "quoted",
    '> admission webhook "a.io" denied the request:\n> volume size 104857600 must be an integer multiple of 16777216',
  ],
  [
    "with backslashes",
    'admission webhook "a.io" denied the request: \\\n volume size 104857600 must be an integer multiple of 16777216',
  ],
  ["with other quotes", DENIED.replaceAll('"', "`")],
  ["with the quotes of HTML", DENIED.replaceAll('"', "&#34;")],
  [
    "in a body as Python prints it",
    `Failed to apply object: b'${JSON.stringify({ code: 400, message: DENIED }).replaceAll("\\", "\\\\")}\\n'`,
  ],
])("a refusal is read whole: %s", (_, told) => {
  expect(textsIn(told)).toEqual([DENIED]);
});

test.each([
  "pod/web created",
  "kubectl get pods",
  "",
  "2026-01-31 10:00:00 the next line of a log",
  "NAME   READY   STATUS",
  "reason: FailedCreate",
])("what follows a refusal is not part of it: %j", (next) => {
  expect(textsIn(`Error: ${DENIED}\n${next}\nand more`)).toEqual([DENIED]);
});

test("a text of few lines is read as one if no line has an error", () => {
  const told = "message: >-\n    the object has been\n    modified";
  expect(messagesIn(told, (line) => line.includes("has been modified"))).toEqual([
    { text: "message: >- the object has been modified", lines: 1 },
  ]);
});

test("the errors that Helm joins are read one by one", () => {
  const one = 'cannot patch "a" with kind Service: Service "a" is invalid: spec.clusterIP: Required value';
  const told = `Error: UPGRADE FAILED: ${one} && ${one.replaceAll('"a"', '"b"')}`;
  expect(messagesIn(told, (line) => line.includes("is invalid"))).toHaveLength(2);
  for (const whole of ["a && b is invalid", "is invalid: a && failed to parse is not b is invalid"])
    expect(messagesIn(whole, (line) => line.includes("is invalid"))).toHaveLength(1);
  expect(messagesIn("is invalid: a && failed to parse", () => true)[0]?.text).toContain("parse");
});

test("a body that Python prints has apostrophes after backslashes", () => {
  const told = `${DENIED}: don't`;
  const json = JSON.stringify({ message: told }).replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  expect(textsIn(`b'${json}\\n'`)).toEqual([told]);
});
