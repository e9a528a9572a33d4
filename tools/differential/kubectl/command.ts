/** A command of kubectl, in the place of a request. */
export interface KubectlCommand {
  readonly words: readonly string[];
  /** Written to its working folder first, which all commands of a case share. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Program that `kubectl edit` calls with a file. */
  readonly editor?: string;
  /** True for the oldest available kubectl instead of the newest. */
  readonly old?: boolean;
}

/** Words between spaces. Text in single quotes is one word, or a part of one. */
export const wordsOf = (line: string): string[] =>
  (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
