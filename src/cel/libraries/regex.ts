import { RE2JS } from "re2js";
import { remembered } from "../../api/remembered.ts";
import { costSize, regexCost } from "../costs.ts";
import { type Library, member } from "../functions.ts";
import { CelError, type Value } from "../values.ts";

/** A compiled pattern, or an error with the reference's text. */
export const compileRegex = remembered(tryCompile, {
  entries: 300,
  longest: 2000,
  isSmall: (made) => made instanceof CelError || made.programSize() <= 2000,
});

function tryCompile(pattern: string): RE2JS | CelError {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return new CelError(error instanceof Error ? error.message : String(error));
  }
}

/** Whether a part of the text matches. */
export function matches(text: string, pattern: string): boolean | CelError {
  const regex = compileRegex(pattern);
  return regex instanceof CelError ? regex : regex.matcher(text).find();
}

function find(text: string, pattern: string): Value {
  const regex = compileRegex(pattern);
  if (regex instanceof CelError) return illegal(regex);
  const matcher = regex.matcher(text);
  return matcher.find() ? (matcher.group() ?? "") : "";
}

/** At most `limit` matches; a negative limit is none. */
function findAll(text: string, pattern: string, limit: Value): Value {
  const regex = compileRegex(pattern);
  if (regex instanceof CelError) return illegal(regex);
  const matcher = regex.matcher(text);
  const found: string[] = [];
  while ((limit as number) < 0 || found.length < (limit as number)) {
    if (!matcher.find()) break;
    found.push(matcher.group() ?? "");
  }
  return found;
}

const illegal = ({ message }: CelError): CelError => new CelError(`Illegal regex: ${message}`);

const cost = ([text = null, pattern = null]: readonly Value[]): number =>
  regexCost(costSize(text), costSize(pattern));

/** `find` and `findAll`. */
export const REGEX: Library = {
  overloads: [
    member("string_find_string", "find", "string, string -> string", (s, p) =>
      find(s as string, p as string),
    ),
    member("string_find_all_string", "findAll", "string, string -> list(string)", (s, p) =>
      findAll(s as string, p as string, -1),
    ),
    member("string_find_all_string_int", "findAll", "string, string, int -> list(string)", (s, p, n) =>
      findAll(s as string, p as string, n as Value),
    ),
  ],
  costs: { find: cost, findAll: cost },
};
