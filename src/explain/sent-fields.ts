import type { FoundKind } from "../resources/registry.ts";
import { isEmpty, unknownFields } from "./ending/unknown-fields.ts";
import type { Cause, ExplainedAnswer } from "./explanation.ts";
import { pointerOf } from "./sources.ts";

/**
 * Returns causes for fields of the request's own object that the server does not know: it dropped them with a warning, or
 * refused the request. Of a refusal, the first one is the cause of its end, and is not repeated.
 */
export function sentFields(
  { warnings, allowed, message }: ExplainedAnswer,
  found: FoundKind | undefined,
): Cause[] {
  const refused = allowed ? [] : unknownFields(message, found).slice(1);
  // The field is right if its schema declares no fields at all: then the schema has to change.
  const warned = unknownFields(warnings.join(" "), found).filter(
    ({ path }) => !isEmpty(path.slice(0, -1), found),
  );
  return [...warned, ...refused].map(({ path, message: told, near }) => ({
    code: "unknown-field",
    of: "",
    webhook: "",
    message: `the object of the request: ${told}`,
    saw: null,
    at: pointerOf(path),
    fix: near,
  }));
}
