import type { Random } from "../random.ts";
import { duration, quantity, time } from "./pieces.ts";

const TEXTS = [
  "",
  "a",
  "ab",
  "\u00e9a",
  "a\u{1F600}b",
  "  x ",
  "A B",
  "a,b,,c",
  "aaa",
  "\u0130",
  "\t a\n",
  "1",
  "-1",
  "%s",
  '\\"',
  "x\u200by",
];
const ZONES = [
  "",
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "+5:30",
  "-01:00",
  "05:30",
  "Foo",
  "+0530",
  "+99:99",
];
const INTEGERS = ["0", "1", "2", "5", "-1", "10", "9223372036854775807", "-9223372036854775807"];
const DOUBLES = [
  "0.0",
  "-0.0",
  "1.5",
  "1e20",
  "1e21",
  "-1e-7",
  "1.0/3.0",
  "double('NaN')",
  "5e-324",
  "100000.0",
  "1000000.0",
  "0.00001",
];
const UNSIGNED = ["0u", "1u", "255u", "18446744073709551615u"];
const PARTS =
  "getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes getSeconds getMilliseconds".split(
    " ",
  );
const VERBS = [
  "%s",
  "%d",
  "%f",
  "%.3f",
  "%e",
  "%.2e",
  "%x",
  "%X",
  "%o",
  "%b",
  "%%",
  "%.0f",
  "x",
  "%z",
  "%5d",
];
const PATTERNS = ["a+", ".", "", "[a-z]*", "(", "\\w", "^.$", "(?i)A", "(?P<n>a)(?P<n>b)"];

/** Expressions whose values are texts, about the functions of CEL's libraries. */
export class Expressions {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  make(): string {
    return this.#random.pick([
      () => this.#ofText(),
      () => this.#format(),
      () => this.#ofNumber(),
      () => this.#ofTime(),
      () => this.#ofAny(),
    ])();
  }

  #one(list: readonly string[]): string {
    return this.#random.pick(list);
  }

  #text(): string {
    return JSON.stringify(this.#one(TEXTS));
  }

  #integer(): string {
    return this.#one(INTEGERS);
  }

  #timestamp(): string {
    const usual = [
      "2024-02-29T23:59:59.999Z",
      "0001-01-01T00:00:00Z",
      "2024-03-31T01:30:00+02:00",
      "1969-12-31T23:59:59.5Z",
    ];
    return `timestamp(${JSON.stringify(this.#random.chance(0.7) ? this.#one(usual) : time(this.#random))})`;
  }

  #duration(): string {
    const usual = ["0s", "1h30m", "-1.5s", "1ns", "876000h", "100ms"];
    return `duration(${JSON.stringify(this.#random.chance(0.7) ? this.#one(usual) : duration(this.#random))})`;
  }

  #value(depth = 1): string {
    const turn = this.#random.next();
    if (depth > 0 && turn < 0.2) return `[${this.#random.times(0, 3, () => this.#value(0)).join(", ")}]`;
    if (depth > 0 && turn < 0.3)
      return `{${this.#random.times(0, 2, () => `${this.#text()}: ${this.#value(0)}`).join(", ")}}`;
    const plain = ["true", "null", "b'a'", "b'\\xff'", "type(1)", "type('')"];
    return this.#random.pick([
      () => this.#text(),
      () => this.#integer(),
      () => this.#one(DOUBLES),
      () => this.#one(UNSIGNED),
      () => this.#timestamp(),
      () => this.#duration(),
      () => this.#one(plain),
    ])();
  }

  #ofText(): string {
    const [text, other, third, number] = [this.#text(), this.#text(), this.#text(), this.#integer()];
    const pattern = JSON.stringify(this.#one(PATTERNS));
    return this.#one([
      `${text}.charAt(${number})`,
      `string(${text}.indexOf(${other}))`,
      `string(${text}.lastIndexOf(${other}, ${number}))`,
      `${text}.lowerAscii() + ${other}.upperAscii()`,
      `${text}.replace(${other}, ${third}, ${number})`,
      `${text}.split(${other}).join('|')`,
      `${text}.split(${other}, ${number}).join('|')`,
      `${text}.substring(${number})`,
      `${text}.trim() + strings.quote(${other})`,
      `${text}.find(${pattern})`,
      `${text}.findAll(${pattern}).join('|')`,
      `string(${text}.matches(${pattern}))`,
      `string(size(${text}))`,
      `string(bytes(${text}))`,
    ]);
  }

  #format(): string {
    const verbs = this.#random.times(1, 3, () => this.#one(VERBS)).join("");
    const count = Math.max(0, (verbs.match(/%/g) ?? []).length + this.#random.pick([0, 0, 0, -1, 1]));
    return `${JSON.stringify(verbs)}.format([${Array.from({ length: count }, () => this.#value(2)).join(", ")}])`;
  }

  #ofNumber(): string {
    const sign = this.#one(["+", "-", "*", "/", "%"]);
    const other = this.#one([
      "sign()",
      "asInteger()",
      "asApproximateFloat()",
      `compareTo(quantity('${quantity(this.#random)}'))`,
    ]);
    const numbers = this.#random.times(0, 3, () => this.#integer()).join(", ");
    return this.#one([
      `string(${this.#integer()} ${sign} ${this.#integer()})`,
      `string(${this.#one(DOUBLES)} ${this.#one(["+", "-", "*", "/"])} ${this.#one(DOUBLES)})`,
      `string(${this.#one(UNSIGNED)} ${sign} ${this.#one(UNSIGNED)})`,
      `string(quantity('${quantity(this.#random)}').${other})`,
      `string(int(${this.#one([...DOUBLES, ...UNSIGNED, "'+1'", "'0x1'", "'9223372036854775808'"])}))`,
      `string(double(${this.#one(["'1e5'", "'0x1p4'", "'1_0'", "'.5'", "'-0'", ...INTEGERS])}))`,
      `string([${numbers}].${this.#one(["sum()", "min()", "max()", "isSorted()", "indexOf(1)"])})`,
    ]);
  }

  #ofTime(): string {
    const zone = this.#random.chance(0.5) ? "" : JSON.stringify(this.#one(ZONES));
    return this.#one([
      `string(${this.#timestamp()}.${this.#one(PARTS)}(${zone}))`,
      `string(${this.#timestamp()} - ${this.#random.chance(0.5) ? this.#timestamp() : this.#duration()})`,
      `string(${this.#timestamp()} + ${this.#duration()})`,
      `string(${this.#duration()} + ${this.#duration()})`,
      `string(${this.#duration()}.${this.#one(["getHours", "getMinutes", "getSeconds", "getMilliseconds"])}())`,
    ]);
  }

  #ofAny(): string {
    const how = this.#one(["==", "!=", "<", ">", "in"]);
    const lists = `[${this.#value()}], [${this.#value()}, ${this.#value()}]`;
    return this.#one([
      `string(dyn(${this.#value()}) ${how} dyn(${this.#value()}))`,
      `string(sets.${this.#one(["contains", "equivalent", "intersects"])}(${lists}))`,
      `string(optional.ofNonZeroValue(${this.#value()}).hasValue())`,
    ]);
  }
}
