import type { Path } from "../sources.ts";
import type { Matcher } from "./matcher.ts";
import type { Question } from "./question.ts";

/** A rule and its path. */
export interface RulePlace {
  readonly rule: Matcher["rules"][number];
  readonly base: Path;
  readonly question: Question;
  /** True if all other parts of the rule match. */
  readonly alone: boolean;
}
