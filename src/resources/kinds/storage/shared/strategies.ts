import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";

/** Parameters of a driver. */
export type Parameters = Readonly<Record<string, string>>;

const MAX_PARAMETERS = 512;

const MAX_PARAMETER_BYTES = 256 * 1024;

/** Checks that a name is, in lower case, a qualified one (validateProvisioner). */
export function checkProvisioner(name: string, at: FieldReport): void {
  const lower = name.toLowerCase();
  at.problems(lower, qualifiedNameProblems(lower));
}

/** Checks the number of parameters, their keys and their size in bytes (validateParameters). */
export function checkParameters(parameters: Parameters, at: FieldReport): void {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) {
    at.tooLong(MAX_PARAMETERS);
    return;
  }
  for (const [key] of entries) if (key === "") at.invalid(key, "field can not be empty.");
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_PARAMETER_BYTES) at.tooLong(MAX_PARAMETER_BYTES);
}
