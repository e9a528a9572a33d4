import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { checkDenied, checkPatched, checkWarned, notCalledText } from "../checks.ts";
import { hint } from "../known-names.ts";
import type { Result } from "../result.ts";
import type { Expectation } from "./suite.ts";

/** Returns the differences between the result and the expectation, each as a line; [] if there are none. */
export function problemsOf(result: Result, expected: Expectation): string[] {
  return [
    ...verdictProblems(result, expected),
    ...askedProblems(result, expected),
    ...(expected.warnings === undefined ? [] : warningProblems(result, expected.warnings)),
    ...Object.entries(expected.patch ?? {}).flatMap(([webhook, operations]) =>
      firstLine(checkPatched(result, webhook, operations)),
    ),
    ...(expected.object === undefined ? [] : objectProblems(result, expected.object)),
  ];
}

function verdictProblems(result: Result, { allowed, by, code, reason, message }: Expectation): string[] {
  const refusal = by !== undefined || reason !== undefined || message !== undefined;
  if (allowed === true && !result.allowed) return [`it was refused: ${result.status} ${result.message}`];
  if (allowed === false && result.allowed) return ["it was allowed"];
  if (!refusal)
    return code === undefined || code === result.status ? [] : [`the code is ${result.status}, not ${code}`];
  return firstLine(
    checkDenied(result, {
      ...(by === undefined ? {} : { by }),
      ...(code === undefined ? {} : { code }),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
    }),
  );
}

const firstLine = ({ pass, message }: { pass: boolean; message(): string }): string[] =>
  pass ? [] : [message().split("\n")[0] ?? ""];

/** Reports a case that no webhook and no policy took part in: it would pass for the wrong reason. */
function askedProblems(result: Result, { called = [], notCalled = [], notMatched }: Expectation): string[] {
  const answered = [...result.webhooksCalled, ...result.policiesAsked];
  const asked = [...answered, ...Object.keys(result.webhooksFailed)];
  const anybody = asked.length > 0 || result.deniedBy.length > 0;
  const nobody =
    anybody || notMatched === true
      ? []
      : [
          "nothing matched: no webhook was called and no policy was evaluated (if that is right, set notMatched: true)",
        ];
  return [
    ...nobody,
    ...(notMatched === true && anybody
      ? [`something matched: ${[...asked, ...result.deniedBy].join(", ")}`]
      : []),
    ...called
      .filter((name) => !answered.includes(name))
      .map((name) => unknownName(name, result) ?? notCalledText(result, name)),
    ...notCalled.flatMap((name) => unknownName(name, result) ?? []),
    ...notCalled.filter((name) => asked.includes(name)).map((name) => `${name} was called`),
  ];
}

/** Reports unknown names: a misspelt name is never called, so `notCalled` would always pass. */
function unknownName(name: string, { known: { webhooks, policies } }: Result): string | undefined {
  const known = [...webhooks, ...policies];
  return known.includes(name) ? undefined : `there is no webhook or policy ${name}${hint(name, known)}`;
}

function warningProblems(result: Result, warnings: readonly string[]): string[] {
  if (warnings.length === 0)
    return result.warnings.length === 0 ? [] : [`there are warnings: ${JSON.stringify(result.warnings)}`];
  return warnings.flatMap((text) => firstLine(checkWarned(result, text)));
}

function objectProblems(result: Result, expected: Json): string[] {
  if (!result.allowed) return ["there is no object: it was refused"];
  return differences(expected, result.object, "");
}

/**
 * Returns the members of the expected object that differ. Lists must have the same length; members of objects
 * in them are compared in the same way.
 */
function differences(expected: Json, found: Json | undefined, path: string): string[] {
  if (isJsonObject(expected) && isJsonObject(found))
    return Object.entries(expected).flatMap(([key, value]) =>
      value === undefined ? [] : differences(value, found[key], `${path}/${key}`),
    );
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length)
    return expected.flatMap((value, i) => differences(value, found[i], `${path}/${i}`));
  if (equal(expected, found)) return [];
  return [`the object has ${JSON.stringify(found) ?? "nothing"} at ${path}, not ${JSON.stringify(expected)}`];
}
