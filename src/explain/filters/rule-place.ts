import type { Path } from "../sources.ts";
import type { Matcher } from "./matcher.ts";
import type { Question } from "./question.ts";

/** A rule and where it stands. */
export interface RulePlace {
  readonly rule: Matcher["rules"][number];
  readonly base: Path;
  readonly question: Question;
  /** All else of the rule fits. */
  readonly alone: boolean;
}
