import type { Random } from "../random.ts";

const WORDS = [
  ..."a|b|key|true|yes|null|~|1|1.5|0x1F|1e3|-|- x|?|? a|a: b|#c|a #c|a#b|*x|&x a|!t v|!!str 1|>|%d|@a|{}|[]".split(
    "|",
  ),
  ..."---|...|<<|a\\b|it's|a,b|a]|}b|:|::|a:|x:y|, x|1:30|.inf|2001-01-01|017|-0|+1|.5|1_0|=|''|\"\"".split(
    "|",
  ),
  ..."!!int '1'|!!float 3|!!binary aGk=|!!null ''|!!bool yes|{a: b}|[a, b]|{a, b: }|[a: b, c]|18446744073709551615".split(
    "|",
  ),
  '"q"',
  "'s'",
  "|",
  "|-",
  ">+",
  "|2",
  '"a\\tb\\x41\\u00e9\\/\\_\\N\\L"',
  '"a\\\n  b"',
  "\u00e9",
  "\u2028",
  "\u{1F600}",
  "a\tb",
  "\t",
];
const ENDS = ["", "", "", "...\n", "---\na: b\n", "\t", "*x", "}"];
const STRAY = [..." \t\n:-#\"'{}[],&*!|>%\r\u0085\ufeff\u2029\u0007", "\r\n"];

/** A text that is YAML, or nearly so: all styles of scalars and collections, anchors, tags, comments and mistakes. */
export class YamlTexts {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A document that begins with `head`. The value is under `v`. */
  document(head: string): string {
    const start = this.#random.pick(["", "", "---\n", "%YAML 1.1\n---\n", "# c\n", "\n"]);
    const text = `${start}${head}v:${this.#block(2, this.#random.int(0, 3))}${this.#random.pick(ENDS)}`;
    if (!this.#random.chance(0.15)) return text;
    const at = this.#random.int(0, text.length);
    return text.slice(0, at) + this.#random.pick(STRAY) + text.slice(at + this.#random.int(0, 1));
  }

  #word(): string {
    return this.#random.pick(WORDS);
  }

  #lines(indent: number, least: number): string {
    return this.#random
      .times(
        1,
        4,
        () =>
          " ".repeat(indent + this.#random.int(least, 3)) +
          this.#random.pick([this.#word(), "", `  ${this.#word()}`]),
      )
      .join("\n");
  }

  #scalar(indent: number): string {
    const turn = this.#random.next();
    const bare = this.#word().replace(/["'\\]/g, "");
    if (turn < 0.5) return this.#word();
    if (turn < 0.7)
      return `${this.#random.pick(["|", ">", "|-", ">+", "|2", "|1", ">- # c"])}\n${this.#lines(indent, 0)}`;
    if (turn < 0.8) return `${this.#word()}\n${" ".repeat(indent + this.#random.int(0, 2))}${this.#word()}`;
    const middle = this.#random.pick(["\\n", "\\x4", "\\u12", "\n  ", "\\\n ", "\\q", " ", "\\ud83d", "\\0"]);
    if (turn < 0.9) return `"${bare}${middle}${bare}"`;
    return `'${bare}${this.#random.pick(["''", "\n ", "\\n", " "])}${bare}'`;
  }

  #flow(depth: number): string {
    const turn = this.#random.next();
    if (depth <= 0 || turn < 0.4) return this.#random.chance(0.5) ? this.#word() : this.#scalar(4);
    const between = (): string => this.#random.pick([", ", ", ", ",", ",\n   ", " "]);
    const inner = (): string => this.#flow(depth - 1);
    if (turn < 0.7)
      return `[${this.#random.times(0, 3, () => inner() + between()).join("")}${this.#random.pick(["", inner()])}]`;
    const colon = (): string => this.#random.pick([": ", ":", " : ", ""]);
    const member = (): string =>
      this.#random.pick([this.#word(), `? ${this.#word()}`, inner()]) +
      colon() +
      this.#random.pick(["", inner()]) +
      between();
    return `{${this.#random.times(0, 3, member).join("")}${this.#random.pick(["", "z: 1"])}}`;
  }

  #block(indent: number, depth: number): string {
    const turn = this.#random.next();
    const properties = this.#random.pick(["", "", "", "&x ", "!!str ", "!t ", "*x", "!!map "]);
    if (depth <= 0 || turn < 0.2)
      return ` ${properties}${this.#random.chance(0.7) ? this.#scalar(indent) : this.#flow(2)}\n`;
    if (turn < 0.65)
      return `${properties}\n${this.#random.times(1, 3, (i) => this.#member(indent, depth, i)).join("")}`;
    if (turn >= 0.9) return ` ${this.#flow(3)}\n`;
    const dash = `${" ".repeat(this.#random.pick([indent, indent, indent - 2]))}-`;
    return `${properties}\n${this.#random.times(1, 3, () => dash + this.#block(indent + 2, depth - 1)).join("")}`;
  }

  #member(indent: number, depth: number, i: number): string {
    const key = this.#random.pick([`k${i}`, `k${i}`, this.#word(), '"k"', "'k'", "&a k", "[a]", "{}", ""]);
    const deeper = indent + this.#random.pick([2, 2, 2, 1, 4, 0]);
    return `${" ".repeat(indent)}${key}${this.#random.pick([":", ":", " :", ""])}${this.#block(deeper, depth - 1)}`;
  }
}
