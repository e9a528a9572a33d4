import type { FieldReport } from "../../../../api/field-path.ts";

/** An optional field with a fixed set of values. */
export function checkChoice(value: string | undefined, choices: readonly string[], at: FieldReport): void {
  if (value !== undefined && !choices.includes(value)) at.notSupported(value, choices);
}
