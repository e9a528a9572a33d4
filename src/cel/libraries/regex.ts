import type { RE2JS } from "re2js";
import { remembered } from "../../async/remembered.ts";
import { compileRe2 } from "../../go/re2.ts";
import { messageOf } from "../../report/describe-error.ts";
import { countingMember, type Library } from "../types/functions.ts";
import { costSize, regexCost } from "../values/costs.ts";
import { CelError, type Value } from "../values/values.ts";
import { CostLimitReached, type Work } from "../values/work.ts";
import { patternWork } from "./pattern-work.ts";

/** Compiles a pattern, or returns an error with the reference's text. */
export const compileRegex = remembered(tryCompile, {
  entries: 300,
  longest: 2000,
  isSmall: (made) => made instanceof CelError || made.programSize() <= 2000,
});

function tryCompile(pattern: string, work: Work): RE2JS | CelError {
  work.spend(patternWork(pattern));
  try {
    return compileRe2(pattern);
  } catch (error) {
    return new CelError(messageOf(error));
  }
}

type Search = (regex: RE2JS, text: string, limit: number, work: Work) => Value;

/** Functions with a pattern, by their names. */
export const SEARCHES: ReadonlyMap<string, Search> = new Map<string, Search>([
  ["matches", (regex, text) => regex.test(text)],
  ["find", find],
  ["findAll", findAll],
]);

function find(regex: RE2JS, text: string): Value {
  const matcher = regex.matcher(text);
  return matcher.find() ? (matcher.group() ?? "") : "";
}

/**
 * Time limit for all matches of one call, in milliseconds. It applies to the CPU time, too, because other
 * programs can use the CPU meanwhile.
 */
const FIND_ALL_MS = 500;
/** Work of one match: the search and its stored result. */
const MATCH_WORK = 40;

/**
 * Returns at most `limit` matches; all if the limit is negative. As in Go's FindAllString, an empty match
 * directly after another match does not count.
 */
function findAll(regex: RE2JS, text: string, limit: number, work: Work): Value {
  const matcher = regex.matcher(text);
  const found: string[] = [];
  let end = -1;
  const isOver = clockOf(FIND_ALL_MS);
  while (limit < 0 || found.length < limit) {
    if (!matcher.find()) break;
    const match = matcher.group() ?? "";
    if (match !== "" || matcher.start() !== end) found.push(match);
    end = matcher.end();
    work.spend(MATCH_WORK);
    // A search can read all of the remaining text, and its work is not known; therefore a clock is used.
    if (isOver()) throw new CostLimitReached();
  }
  return found;
}

/**
 * Returns a function that is true after this number of milliseconds, if the process also used that much CPU
 * time.
 */
function clockOf(milliseconds: number): () => boolean {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    if (performance.now() - startedAt <= milliseconds) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 > milliseconds;
  };
}

/** True if a part of the text matches. */
export function matches(work: Work, text: string, pattern: string): boolean | CelError {
  const regex = compileRegex(pattern, work);
  return regex instanceof CelError ? regex : regex.test(text);
}

const searching =
  (search: Search) =>
  (work: Work, text: string, pattern: string, limit: number | bigint = -1): Value => {
    const regex = compileRegex(pattern, work);
    return regex instanceof CelError ? illegal(regex) : search(regex, text, Number(limit), work);
  };

const illegal = ({ message }: CelError): CelError => new CelError(`Illegal regex: ${message}`);

const cost = ([text = null, pattern = null]: readonly Value[], work: Work): number =>
  regexCost(costSize(text, work), costSize(pattern, work));

/** The functions `find` and `findAll`. */
export const REGEX: Library = {
  overloads: [
    countingMember("string_find_string", "find", "string, string -> string", searching(find)),
    countingMember("string_find_all_string", "findAll", "string, string -> list(string)", searching(findAll)),
    countingMember(
      "string_find_all_string_int",
      "findAll",
      "string, string, int -> list(string)",
      searching(findAll),
    ),
  ],
  costs: { find: cost, findAll: cost },
};
