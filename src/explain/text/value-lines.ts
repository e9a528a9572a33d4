import type { JsonObject } from "../../json/value.ts";
import type { ExplainedCheck } from "../explanation.ts";
import type { Paint } from "./paint.ts";

/** Lines of a validation: its expression, and the values that it read. */
export function valueLines({ expression, at, saw, variables }: ExplainedCheck, paint: Paint): string[] {
  if (saw === undefined) return [];
  return [
    `      ${expression} ${paint.dim(at)}`,
    ...seenLines({ saw, ...(variables && { variables }) }, paint),
  ];
}

/** Lines with the values that a validation read. */
export const seenLines = (
  { saw = {}, variables = {} }: Pick<ExplainedCheck, "saw" | "variables">,
  paint: Paint,
) =>
  [...namedValues("", saw), ...namedValues("variables.", variables)].map(
    (line) => `        ${paint.dim(line)}`,
  );

const namedValues = (prefix: string, values: JsonObject): string[] =>
  Object.entries(values).map(([name, value]) => `saw ${prefix}${name}: ${JSON.stringify(value)}`);
