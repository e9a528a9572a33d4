import { once } from "../async/once.ts";
import { compileGroups } from "../schema/pattern.ts";
import { literalIn } from "./literal-in.ts";

/**
 * Knowledge about texts of errors, by their patterns. These are in RE2's syntax, because messages may be long. The first pattern
 * that fits counts, so that special ones come first.
 */
export type TextTable<Known = string> = Readonly<Record<string, Known>>;

/** An entry of a table that fits a text, with the groups of its pattern. */
interface Found<Known> {
  readonly known: Known;
  readonly groups: readonly string[];
}

/** Returns a function that finds a text in tables; its result is undefined for a text that they do not have. */
export function textReader<Known>(
  ...tables: readonly TextTable<Known>[]
): (text: string) => Found<Known> | undefined {
  const rows = once(() => tables.flatMap((table) => Object.entries(table)).map(rowOf));
  return (text) => {
    for (const { literal, groupsIn, known } of rows()) {
      const groups = text.includes(literal) ? groupsIn()(text) : undefined;
      if (groups !== undefined) return { known, groups };
    }
    return undefined;
  };
}

/** Most patterns are never compiled, because no text has the literal part of them. */
const rowOf = <Known>([pattern, known]: [string, Known]) => ({
  known,
  literal: literalIn(pattern),
  groupsIn: once(() => compileGroups(pattern)),
});
