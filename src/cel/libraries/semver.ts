import { quote as goQuote } from "../../go/quote.ts";
import { countingMember, global, type Library, member } from "../types/functions.ts";
import { costSize, traversal } from "../values/costs.ts";
import { CelError, CelObject, intValue, MAX_UINT, otherType, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

declare module "../types/functions.ts" {
  interface ObjectValues {
    "kubernetes.Semver": CelSemver;
  }
}

const TYPE = "kubernetes.Semver";

interface Version {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly pre: readonly string[];
}

class CelSemver extends CelObject {
  readonly typeName = TYPE;
  override readonly unitEquality = true;
  readonly version: Version;

  constructor(version: Version) {
    super();
    this.version = version;
  }

  override equals(other: Value, work: Work): boolean | CelError {
    return other instanceof CelSemver ? compare(this.version, other.version, work) === 0 : otherType(other);
  }
}

const PARTS = ["Major", "Minor", "Patch"] as const;

/** Parses a version; returns the error as text if it is invalid. */
function parse(text: string): Version | string {
  if (text === "") return "Version string empty";
  const parts = splitThree(text);
  if (parts.length !== 3) return "No Major.Minor.Patch elements found";
  const [, patch = "", suffix = ""] = /^([^-+]*)(.*)$/s.exec(parts[2]!) ?? [];
  const texts = [parts[0]!, parts[1]!, patch];
  for (const [i, part] of texts.entries()) {
    const problem = numberProblem(PARTS[i]!, part);
    if (problem !== undefined) return problem;
  }
  const pre = suffixParts(suffix);
  return typeof pre === "string" ? pre : { numbers: texts.map(BigInt) as [bigint, bigint, bigint], pre };
}

function splitThree(text: string): string[] {
  const [first = "", second, ...rest] = text.split(".");
  return second === undefined
    ? [first]
    : rest.length === 0
      ? [first, second]
      : [first, second, rest.join(".")];
}

function numberProblem(name: string, part: string): string | undefined {
  if (!/^\d+$/.test(part)) {
    return part === ""
      ? `strconv.ParseUint: parsing "": invalid syntax`
      : `Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(part)}`;
  }
  if (part.length > 1 && part.startsWith("0"))
    return `${name} number must not contain leading zeroes ${goQuote(part)}`;
  return rangeProblem(part);
}

/** Checks that a number has at most 64 bits. */
const rangeProblem = (digits: string): string | undefined =>
  digits.length > 20 || BigInt(digits) > MAX_UINT
    ? `strconv.ParseUint: parsing ${goQuote(digits)}: value out of range`
    : undefined;

function suffixParts(suffix: string): readonly string[] | string {
  const plus = suffix.indexOf("+");
  const pre = plus < 0 ? suffix : suffix.slice(0, plus);
  const parts = pre === "" ? [] : pre.slice(1).split(".");
  for (const part of parts) {
    if (part === "") return "Prerelease is empty";
    const problem = /^\d+$/.test(part) ? preNumberProblem(part) : undefined;
    if (problem !== undefined) return problem;
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in prerelease ${goQuote(part)}`;
  }
  for (const part of plus < 0 ? [] : suffix.slice(plus + 1).split(".")) {
    if (part === "") return "Build meta data is empty";
    if (!/^[0-9A-Za-z-]+$/.test(part))
      return `Invalid character(s) found in build meta data ${goQuote(part)}`;
  }
  return parts;
}

const preNumberProblem = (digits: string): string | undefined =>
  digits.length > 1 && digits.startsWith("0")
    ? `Numeric PreRelease version must not contain leading zeroes ${goQuote(digits)}`
    : rangeProblem(digits);

/** Parses a version in a tolerant way: `v1.02` → `1.2.0`. */
function normalized(text: string): Version | string {
  const parts = splitThree(text.startsWith("v") ? text.slice(1) : text).map((part) => {
    if (part.length <= 1) return part;
    const bare = part.replace(/^0+/, "");
    return /^\d/.test(bare) ? bare : `0${bare}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!))
    return "short version cannot contain PreRelease/Build meta data";
  while (parts.length < 3) parts.push("0");
  return parse(parts.join("."));
}

function compare(a: Version, b: Version, work: Work): number {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i]!;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0)
    return Math.sign(Number(a.pre.length === 0) - Number(b.pre.length === 0));
  for (const [i, part] of a.pre.entries()) {
    work.spend(1 + part.length * 0.1);
    const order = b.pre[i] === undefined ? 1 : comparePart(part, b.pre[i]);
    if (order !== 0) return order;
  }
  return a.pre.length < b.pre.length ? -1 : 0;
}

function comparePart(a: string, b: string): number {
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberA && numberB) return Math.sign(Number(BigInt(a) - BigInt(b)));
  if (numberA !== numberB) return numberA ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

const of = (value: CelSemver): Version => value.version;
const order = (work: Work, a: CelSemver, b: CelSemver): number => compare(of(a), of(b), work);
const readAs = (text: string, normalize: Value = false): Version | string =>
  normalize === true ? normalized(text) : parse(text);

function read(text: string, normalize: Value = false): Value {
  const version = readAs(text, normalize);
  return typeof version === "string" ? new CelError(version) : new CelSemver(version);
}

const isSemver = (text: string, normalize: Value = false): Value =>
  typeof readAs(text, normalize) !== "string";
/** The reference converts an unsigned 64-bit integer to an int: the upper half is negative. */
const number =
  (at: 0 | 1 | 2) =>
  (version: CelSemver): Value =>
    intValue(BigInt.asIntN(64, of(version).numbers[at])) as Value;
const walk = ([text = null]: readonly Value[], work: Work): number => traversal(costSize(text, work));

/** Functions such as `semver('1.2.3').isLessThan(semver('1.3.0'))`. */
export const SEMVER: Library = {
  overloads: [
    global("string_to_semver", "semver", "string -> kubernetes.Semver", read),
    global("string_bool_to_semver", "semver", "string, bool -> kubernetes.Semver", read),
    global("is_semver_string", "isSemver", "string -> bool", isSemver),
    global("is_semver_string_bool", "isSemver", "string, bool -> bool", isSemver),
    countingMember(
      "semver_is_greater_than",
      "isGreaterThan",
      "kubernetes.Semver, kubernetes.Semver -> bool",
      (work, a, b) => order(work, a, b) > 0,
    ),
    countingMember(
      "semver_is_less_than",
      "isLessThan",
      "kubernetes.Semver, kubernetes.Semver -> bool",
      (work, a, b) => order(work, a, b) < 0,
    ),
    countingMember("semver_compare_to", "compareTo", "kubernetes.Semver, kubernetes.Semver -> int", order),
    member("semver_major", "major", "kubernetes.Semver -> int", number(0)),
    member("semver_minor", "minor", "kubernetes.Semver -> int", number(1)),
    member("semver_patch", "patch", "kubernetes.Semver -> int", number(2)),
  ],
  costs: { semver: walk, isSemver: walk },
};
