import { formatCheck } from "../formats/formats.ts";
import type { JsonSchema } from "../json-schema.ts";
import { compilePattern } from "../pattern.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

type TextCheck = (value: string, trail: Trail, findings: Findings) => void;

/** Checks maxLength, minLength and pattern, and reports the first that fails. Checks the format, too. */
export function compileTextCheck(schema: JsonSchema, format: string): TextCheck | undefined {
  const limits = limitCheck(schema);
  const isFormat = format === "" ? undefined : formatCheck(format);
  if (isFormat === undefined) return limits;
  return (value, trail, findings) => {
    limits?.(value, trail, findings);
    if (!isFormat(value)) findings.type(trail, format, value);
  };
}

function limitCheck({ maxLength, minLength, pattern }: JsonSchema): TextCheck | undefined {
  if (maxLength === undefined && minLength === undefined && pattern === "") return undefined;
  const matches = pattern === "" ? undefined : compilePattern(pattern);
  return (value, trail, findings) => {
    if (maxLength !== undefined && value.length > maxLength && countCharacters(value) > maxLength) {
      findings.tooLong(trail, maxLength);
    } else if (minLength !== undefined && countCharacters(value) < minLength) {
      findings.invalid(trail, value, `should be at least ${minLength} chars long`);
    } else if (matches !== undefined && !matches(value)) {
      findings.invalid(trail, value, `should match '${pattern}'`);
    }
  };
}

/** Counts code points. Surrogate pairs are rare, so a quick test for them comes first. */
function countCharacters(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
