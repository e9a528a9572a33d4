import type { RE2JS } from "re2js";
import { messageOf } from "../../api/describe-error.ts";
import { compileRe2 } from "../../api/re2.ts";
import { remembered } from "../../api/remembered.ts";
import { costSize, regexCost } from "../costs.ts";
import { type Library, member } from "../functions.ts";
import { CelError, type Value } from "../values.ts";
import { CostLimitReached, spend } from "../work.ts";
import { patternWork } from "./pattern-work.ts";

/** A compiled pattern, or an error with the reference's text. */
export const compileRegex = remembered(tryCompile, {
  entries: 300,
  longest: 2000,
  isSmall: (made) => made instanceof CelError || made.programSize() <= 2000,
});

function tryCompile(pattern: string): RE2JS | CelError {
  spend(patternWork(pattern));
  try {
    return compileRe2(pattern);
  } catch (error) {
    return new CelError(messageOf(error));
  }
}

type Search = (regex: RE2JS, text: string, limit: number) => Value;

/** What a call does with its pattern, by its name. */
export const SEARCHES: ReadonlyMap<string, Search> = new Map<string, Search>([
  ["matches", (regex, text) => regex.test(text)],
  ["find", find],
  ["findAll", findAll],
]);

function find(regex: RE2JS, text: string): Value {
  const matcher = regex.matcher(text);
  return matcher.find() ? (matcher.group() ?? "") : "";
}

/** All matches of one call; of the processor too, for other programs may have it meanwhile. */
const FIND_ALL_MS = 500;
/** Of one match: the search, and what is remembered of it. */
const MATCH_WORK = 40;

/** At most `limit` matches; a negative limit is none. An empty one right behind another is none, as in Go's FindAllString. */
function findAll(regex: RE2JS, text: string, limit: number): Value {
  const matcher = regex.matcher(text);
  const found: string[] = [];
  let end = -1;
  const isOver = clockOf(FIND_ALL_MS);
  while (limit < 0 || found.length < limit) {
    if (!matcher.find()) break;
    const match = matcher.group() ?? "";
    if (match !== "" || matcher.start() !== end) found.push(match);
    end = matcher.end();
    spend(MATCH_WORK);
    // Each search may look at all that is left of the text, and does not say how far it looked: only a clock knows.
    if (isOver()) throw new CostLimitReached();
  }
  return found;
}

/** Whether so many milliseconds have passed, and this process has computed as long. */
function clockOf(milliseconds: number): () => boolean {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    if (performance.now() - startedAt <= milliseconds) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 > milliseconds;
  };
}

/** Whether a part of the text matches. */
export function matches(text: string, pattern: string): boolean | CelError {
  const regex = compileRegex(pattern);
  return regex instanceof CelError ? regex : regex.test(text);
}

const searching =
  (search: Search) =>
  (text: string, pattern: string, limit: number | bigint = -1): Value => {
    const regex = compileRegex(pattern);
    return regex instanceof CelError ? illegal(regex) : search(regex, text, Number(limit));
  };

const illegal = ({ message }: CelError): CelError => new CelError(`Illegal regex: ${message}`);

const cost = ([text = null, pattern = null]: readonly Value[]): number =>
  regexCost(costSize(text), costSize(pattern));

/** `find` and `findAll`. */
export const REGEX: Library = {
  overloads: [
    member("string_find_string", "find", "string, string -> string", searching(find)),
    member("string_find_all_string", "findAll", "string, string -> list(string)", searching(findAll)),
    member(
      "string_find_all_string_int",
      "findAll",
      "string, string, int -> list(string)",
      searching(findAll),
    ),
  ],
  costs: { find: cost, findAll: cost },
};
