import type { Situation } from "../engine/messages.ts";

/** A situation that teaches. */
export interface Example {
  /** Name of its file without the ending: `#example=NAME` opens it. */
  readonly name: string;
  readonly title: string;
  /** The lesson, and the next thing to try. */
  readonly lesson: string;
  readonly situation: Partial<Situation>;
}
