import type { Cause, CauseCode } from "../explanation.ts";
import { textReader } from "../text-table.ts";
import { OBJECT_REFUSALS } from "./object-refusals.ts";
import { PLUGIN_REFUSALS } from "./plugin-refusals.ts";
import { VALUE_REFUSALS } from "./value-refusals.ts";

/**
 * Refusals of the server itself that are met often, the special ones first. The advice holds wherever the text comes from,
 * so that it says nothing about the object.
 */
const refusalIn = textReader(PLUGIN_REFUSALS, VALUE_REFUSALS, OBJECT_REFUSALS);

/** Returns the advice about a refusal of the server itself; undefined for one that is not known. */
export function adviceFor(message: string): string | undefined {
  const [first] = errorsIn(message);
  return first === undefined ? undefined : refusalIn(first)?.known;
}

/** The errors of a message: `Pod "a" is invalid: [spec.x: Required value, spec.y: …]`. Each may follow from another one. */
function errorsIn(message: string): string[] {
  const at = message.indexOf(SEVERAL);
  if (at < 0) return [message];
  return message
    .slice(at + SEVERAL.length)
    .split(/, (?=[\w.[\]-]+: (?:Required|Invalid|Forbidden|Unsupported|Duplicate) value|<nil>: )/)
    .filter((error) => !error.startsWith("<nil>: "));
}

const SEVERAL = " is invalid: [";

/** Causes in admission whose message is the server's own; those outside of it have their advice already (`inPlainWords`). */
const OWN: ReadonlySet<CauseCode> = new Set(["refused", "invalid-configuration"]);

/** Adds the known cure to a cause that has none. */
export function withAdvice(cause: Cause): Cause {
  // Other errors of policies quote their expressions, which can have any text.
  const isOwn = OWN.has(cause.code) || cause.message.startsWith("error applying patch: ");
  const advice = cause.advice === undefined && isOwn ? adviceFor(cause.message) : undefined;
  return advice === undefined ? cause : { ...cause, advice };
}
