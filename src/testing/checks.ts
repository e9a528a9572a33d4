import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { JsonPatchOperation } from "../patch/operation.ts";
import type { Result } from "./result.ts";

/**
 * The result of a check. `message` explains a failed check; for a check that passed it explains why its
 * negation fails.
 */
export interface Checked {
  readonly pass: boolean;
  message(): string;
}

/** Expected properties of a refusal; absent ones are not checked. A text has to be part of the message. */
export interface DenialExpected {
  /** Name of a webhook, a policy or a built-in plugin. */
  readonly by?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string | RegExp;
}

const explained = (result: Result, text: string): string => {
  const why = result.explain();
  return why === "" ? text : `${text}\n${why}`;
};

const checked = (pass: boolean, result: Result, should: string, shouldNot: string): Checked => ({
  pass,
  message: () => explained(result, pass ? shouldNot : should),
});

/** Checks that the request was allowed. */
export function checkAllowed(result: Result): Checked {
  const said = `${result.status} ${result.message}`;
  return checked(result.allowed, result, `the request was refused: ${said}`, "the request was allowed");
}

/** Checks that the request was refused, and that the refusal has the expected properties. */
export function checkDenied(result: Result, expected: DenialExpected = {}): Checked {
  const wrong = result.allowed ? ["the request was allowed"] : wrongInDenial(result, expected);
  return checked(wrong.length === 0, result, wrong.join("; "), `the request was refused: ${result.message}`);
}

function wrongInDenial(result: Result, { by, code, reason, message }: DenialExpected): string[] {
  return [
    by === undefined || result.deniedBy.includes(by)
      ? undefined
      : `it was refused by ${result.deniedBy.join(", ") || "no webhook, policy or plugin"}, not by ${by}: ${result.message}`,
    code === undefined || result.status === code ? undefined : `the code is ${result.status}, not ${code}`,
    reason === undefined || result.reason === reason
      ? undefined
      : `the reason is ${result.reason}, not ${reason}`,
    message === undefined || contains(result.message, message)
      ? undefined
      : `the message is ${JSON.stringify(result.message)}, not ${shown(message)}`,
  ].filter((one) => one !== undefined);
}

/**
 * Checks that the webhook was called and answered, whatever it answered. Throws if no configuration has the webhook.
 */
export function checkCalled(result: Result, webhook: string): Checked {
  const pass = result.called(webhook);
  return checked(pass, result, notCalledText(result, webhook), `${webhook} was called`);
}

/** Checks that no call of the webhook was begun. Throws if no configuration has the webhook. */
export function checkNotCalled(result: Result, webhook: string): Checked {
  const pass = !result.called(webhook) && result.webhooksFailed[webhook] === undefined;
  return checked(pass, result, calledText(result, webhook), `${webhook} was not called`);
}

/** Why a webhook does not count as called. */
export function notCalledText({ webhooksFailed }: Result, webhook: string): string {
  const reason = webhooksFailed[webhook];
  return reason === undefined
    ? `${webhook} was not called`
    : `${webhook} was called, but gave no usable answer: ${reason}`;
}

const calledText = (result: Result, webhook: string): string =>
  result.called(webhook) ? `${webhook} was called` : notCalledText(result, webhook);

/** Checks that one of the warnings contains the text, or matches the pattern. */
export function checkWarned(result: Result, text: string | RegExp): Checked {
  const pass = result.warnings.some((warning) => contains(warning, text));
  const said =
    result.warnings.length === 0
      ? "there was no warning"
      : `the warnings are ${JSON.stringify(result.warnings)}`;
  return checked(pass, result, `${said}, none has ${shown(text)}`, `a warning has ${shown(text)}`);
}

/** Checks that the webhook changed the object. Without `operations`, any change is accepted. */
export function checkPatched(
  result: Result,
  webhook: string,
  operations?: readonly (JsonPatchOperation | JsonObject)[],
): Checked {
  const found = result.patchOf(webhook);
  const pass = operations === undefined ? found.length > 0 : equal([...found], [...operations]);
  const said =
    found.length === 0 ? `${webhook} changed nothing` : `the patch of ${webhook} is ${JSON.stringify(found)}`;
  return checked(pass, result, said, said);
}

const contains = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);

const shown = (wanted: string | RegExp): string =>
  typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted);
