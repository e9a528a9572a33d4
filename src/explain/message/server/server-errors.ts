import { LONGEST_MATCHED } from "../../../report/bounded-text.ts";
import { BEHIND_TEXTS } from "./behind-texts.ts";
import { BODY_TEXTS } from "./body-texts.ts";
import { CLIENT_TEXTS } from "./client-texts.ts";
import { CONNECTION_TEXTS, IS_END } from "./connection-texts.ts";
import { invalidError } from "./field-errors.ts";
import { OPERATION_TEXTS, PATCH_TEXTS } from "./patch-texts.ts";
import { PLUGIN_TEXTS } from "./plugin-texts.ts";
import { IS_CALL, REACH_TEXTS } from "./reach-texts.ts";
import { REQUEST_TEXTS } from "./request-texts.ts";
import type { KnownErrors, ServerError } from "./server-error.ts";
import { SYNTAX_TEXTS } from "./syntax-texts.ts";

/** The first that fits is used. */
const TEXTS: KnownErrors = {
  ...PLUGIN_TEXTS,
  ...PATCH_TEXTS,
  ...BODY_TEXTS,
  ...REQUEST_TEXTS,
  ...SYNTAX_TEXTS,
  ...CLIENT_TEXTS,
  ...BEHIND_TEXTS,
};

/**
 * Explains an error that names no webhook and no policy: the part of the API server that gives it, and the usual cure. Undefined if
 * the text is none that the API server gives.
 */
export function serverError(text: string): ServerError | undefined {
  const message = text.slice(0, LONGEST_MATCHED);
  const invalid = invalidError(message);
  if (invalid !== undefined) return invalid;
  return (
    knownIn(message, TEXTS) ??
    (IS_CALL.test(message) ? knownIn(message, REACH_TEXTS) : undefined) ??
    (IS_END.test(message) ? knownIn(message, CONNECTION_TEXTS) : undefined)
  );
}

/** Explains an error of a JSON patch that is known to be the cause. */
export const operationError = (text: string): ServerError | undefined =>
  knownIn(text.slice(0, LONGEST_MATCHED), OPERATION_TEXTS);

function knownIn(message: string, texts: KnownErrors): ServerError | undefined {
  for (const says in texts) {
    const [pattern, advice = ""] = texts[says] ?? [];
    const found = pattern?.exec(message) ?? null;
    if (found !== null) return { says: filled(says, found) + lineIn(message), advice: filled(advice, found) };
  }
  return undefined;
}

/** The line of a mistake in YAML. */
function lineIn(message: string): string {
  const [, line] = /yaml: line (\d{1,9}): /.exec(message) ?? [];
  return line === undefined ? "" : ` (line ${line})`;
}

const filled = (text: string, found: RegExpExecArray): string =>
  text.replaceAll(/\$([\d&`'])/g, (_, part: string) => {
    if (part === "&") return found[0];
    if (part === "`") return found.input.slice(0, found.index);
    if (part === "'") return found.input.slice(found.index + found[0].length);
    return found[Number(part)] ?? "";
  });
