import type { Cause } from "../explanation.ts";
import { rightAdvice } from "../message/server/missing-right.ts";
import { serverError } from "../message/server/server-errors.ts";
import { adviceFor } from "./known-refusals.ts";

/**
 * Adds to a cause outside admission what is known about the text of the server: the cure, and plain words in place of a text about
 * which no more is known. Errors of validation say themselves which value is wrong.
 */
export function inPlainWords(cause: Cause, text: string): Cause {
  if (cause.advice !== undefined) return cause;
  const advice = adviceFor(cause.message) ?? rightAdvice(text);
  if (advice !== undefined) return { ...cause, advice };
  const known = IS_VALIDATION.test(text) ? undefined : serverError(text);
  if (known === undefined) return cause;
  const isPlain = cause.message.endsWith(text) && (cause.code === "decoding" || cause.code === "server");
  return { ...cause, ...(isPlain && { message: known.says }), advice: known.advice };
}

/** The errors of an object; those of the options of a request are about its URL. */
const IS_VALIDATION = /^(?!\w+Options\.)[^"]*"[^"]*" is invalid: /;
