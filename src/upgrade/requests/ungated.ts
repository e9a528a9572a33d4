import { remembered } from "../../async/remembered.ts";
import type { DecidedAgain } from "../../replay/decided.ts";
import { compilePattern } from "../../schema/pattern.ts";
import { UNGATED_CHANGES, type UngatedChange } from "../facts/ungated-changes.ts";
import { emulatedFrom, named, type Upgraded } from "../versions/upgraded.ts";
import { type ComparedRequest, type Difference, fieldIn, pluralOf } from "./difference.ts";

/** A difference with the change that cures it. */
export interface UngatedDifference extends Difference {
  readonly change: string;
}

/** Returns the changes without a feature gate that concern a request, which both emulated versions decide alike. */
export function ungatedDifferences(
  now: DecidedAgain,
  request: ComparedRequest,
  upgraded: Upgraded,
): UngatedDifference[] {
  const plural = pluralOf(request);
  return UNGATED_CHANGES.filter(
    (one) =>
      one.since > emulatedFrom(upgraded) &&
      one.since <= upgraded.to &&
      (one.resources === undefined || one.resources.includes(plural)) &&
      isTold(one, now),
  ).map(({ concern, cause, was, since, change, told }) => {
    const warning = (now.told ?? []).find((text) => told !== undefined && matcher(told)(text));
    const said = now.allowed ? (warning ?? "") : now.message;
    return {
      concern,
      cause: `${plural}: ${cause} since ${named(since)}`,
      example: [`before: ${was}`, `after: ${said || `${now.code}, admitted`}`],
      field: fieldIn(said),
      change,
    };
  });
}

/** Patterns are compiled once: they come from a table. */
const matcher = remembered(compilePattern, { entries: UNGATED_CHANGES.length });

function isTold(
  { concern, told }: UngatedChange,
  { allowed, message, told: warnings = [] }: DecidedAgain,
): boolean {
  switch (concern) {
    case "refused":
    case "refused-otherwise":
      return !allowed && (told === undefined || matcher(told)(message));
    case "admitted":
      return allowed;
    case "warned":
      return warnings.some((text) => told === undefined || matcher(told)(text));
  }
}
