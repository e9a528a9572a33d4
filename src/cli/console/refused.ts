/** A problem of the text in the editor. */
export interface EditorProblem {
  /** Counts from 1; 0 if the problem has no place. */
  readonly line: number;
  readonly message: string;
}

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;
  readonly problems: readonly EditorProblem[];

  constructor(status: number, message: string, problems: readonly EditorProblem[]) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** Error with the status and the text of the response. */
export const refused = (status: number, message: string, problems: readonly EditorProblem[] = []): Refused =>
  new Refused(status, message, problems);

/** Error of a text with problems. */
export const wrongText = (status: number, problems: readonly EditorProblem[]): Refused =>
  refused(status, problems.map(({ message }) => message).join("\n"), problems);
