/** One alternative of an Accept header. */
export interface Clause {
  /** Part before or behind the slash; `*` for any. Case-sensitive. */
  readonly type: string;
  readonly subtype: string;
  /** From 0 to 1 (RFC 9110, 12.4.2). */
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Number of clauses up to which the sort of the reference is the insertion sort below; its order of longer
 * headers is unspecified.
 */
const SORTED_ALIKE = 12;

/** Parses the clauses in the order in which they are tried, as goautoneg's ParseAccept does. */
export function parseAccept(header: string): readonly Clause[] {
  const clauses = header.split(",").flatMap(eachOnce(parseClause));
  if (clauses.length > SORTED_ALIKE) return clauses.sort((a, b) => rank(b) - rank(a));
  return insertionSort(clauses);
}

/** Parses equal texts once: a long header repeats few distinct clauses. */
function eachOnce<T>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let parsed = known.get(text);
    if (parsed === undefined) {
      parsed = parse(text);
      known.set(text, parsed);
    }
    return parsed;
  };
}

/** Returns no clause or one: a text that is no media type is ignored. */
function parseClause(text: string): Clause[] {
  const [media = "", ...rest] = trim(text).split(";");
  const parts = media.split("/");
  const [type = "", subtype = ""] = parts.map(trim);
  if (parts.length > 2 && parts.slice(2).join("/") !== "") return [];
  const anything = type === "*" && (parts[1] ?? "") === "";
  if (!anything && (parts[1] ?? "") === "") return [];
  return [{ type, subtype: anything ? "*" : subtype, ...parseParameters(rest) }];
}

const NO_PARAMETERS: Pick<Clause, "quality" | "parameters"> = { quality: 1, parameters: new Map() };

function parseParameters(texts: readonly string[]): Pick<Clause, "quality" | "parameters"> {
  if (texts.length === 0) return NO_PARAMETERS;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const text of texts) {
    const [name = "", value = "", ...more] = text.split("=");
    if ((value === "" && more.length === 0) || more.join("=") !== "") continue;
    if (trim(name) === "q") quality = parseQuality(value);
    else parameters.set(trim(name), trim(value));
  }
  return { quality, parameters };
}

/** Parses a quality; an unreadable one is 0. */
function parseQuality(text: string): number {
  return text.length <= 32 && /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : 0;
}

/** Removes spaces only, as the reference does. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

/**
 * True if `a` is tried before `b`. The order is contradictory: a wildcard of high quality and a type of low
 * quality each come before the other.
 */
function comesBefore(a: Clause, b: Clause): boolean {
  if (a.quality > b.quality) return true;
  if (a.type !== "*" && b.type === "*") return true;
  return a.subtype !== "*" && b.subtype === "*";
}

function insertionSort(clauses: Clause[]): Clause[] {
  const sorted: Clause[] = [];
  for (const clause of clauses) {
    let at = sorted.length;
    while (at > 0 && comesBefore(clause, sorted[at - 1]!)) at--;
    sorted.splice(at, 0, clause);
  }
  return sorted;
}

const rank = ({ type, subtype, quality }: Clause): number =>
  quality - (type === "*" ? 2 : subtype === "*" ? 1 : 0);
