/** Characters before `^` or after `$`, with which a pattern matches nothing. */
interface BadAnchor {
  readonly problem: string;
  readonly fix: string;
}

/**
 * Finds a character that has to come before the beginning of a text, or after its end; undefined if there is none. Only
 * patterns without alternatives and groups are read.
 */
export function badAnchor(pattern: string): BadAnchor | undefined {
  if (/[|()?*{}]/.test(outsideClasses(pattern).replaceAll(/\\./g, "")) && !isQuoted(pattern))
    return undefined;
  const plain = outsideClasses(pattern);
  const begin = anchorAt(plain, "^");
  const end = anchorAt(plain, "$");
  const before = begin > 0 ? pattern.slice(0, begin) : "";
  const after = end >= 0 ? pattern.slice(end + 1) : "";
  if (before === "" && after === "") return undefined;
  const told = [
    ...(before === "" ? [] : [`${before} stands before ^, the beginning of the text`]),
    ...(after === "" ? [] : [`${after} stands after $, its end`]),
  ];
  const isMark = QUOTES.has(before) || QUOTES.has(after);
  const inner = pattern.slice(Math.max(begin, 0), end >= 0 ? end + 1 : pattern.length);
  const hint = isMark ? ": quotes or slashes became a part of the pattern" : "";
  return { problem: told.join(", and ") + hint, fix: `write ${inner}` };
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`", "/"]);

/** True for a whole pattern in quotes or slashes: its alternatives are inside them. */
const isQuoted = (pattern: string): boolean =>
  QUOTES.has(pattern.charAt(0)) && pattern.charAt(1) === "^" && pattern.endsWith(`$${pattern.charAt(0)}`);

/** Index of the anchor that is not escaped: the first `^`, the last `$`; -1 if there is none. */
function anchorAt(plain: string, anchor: "^" | "$"): number {
  const at = anchor === "^" ? plain.indexOf(anchor) : plain.lastIndexOf(anchor);
  return at > 0 && plain.charAt(at - 1) === "\\" ? -1 : at;
}

/** The pattern with the contents of its classes replaced, so that indexes stay the same. */
function outsideClasses(pattern: string): string {
  let inside = false;
  let out = "";
  for (let i = 0; i < pattern.length; i++) {
    const one = pattern.charAt(i);
    if (one === "\\") {
      out += inside ? "__" : pattern.slice(i, i + 2);
      i++;
    } else if (!inside && one === "[") {
      inside = true;
      out += "_";
    } else if (inside && one === "]" && pattern.charAt(i - 1) !== "[") {
      inside = false;
      out += "_";
    } else out += inside ? "_" : one;
  }
  return out;
}
