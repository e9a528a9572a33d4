import { isIP } from "node:net";
import { once } from "../../async/once.ts";
import { isBase64 } from "../../go/base64.ts";
import { parseCidr, parseIp } from "../../go/ip-address.ts";
import { isDate, isDateTime } from "../../go/rfc3339.ts";
import { parseRequestUrl } from "../../go/url.ts";
import { compilePattern } from "../pattern.ts";
import { parseLooseDuration } from "./loose-duration.ts";
import { normalizeFormat } from "./usable-format.ts";

const ATOM = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\u{10ffff}]+";
const DOT_ATOM = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED = '"(?:[^"\\\\\\u0000-\\u001f\\u007f]|\\\\[\\t -~])*"';
const LITERAL = "\\[([^\\[\\]\\\\\\u0000-\\u0020]*)\\]";
const ADDRESS = `(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|${LITERAL})`;

const PLAIN = new RegExp(`^${ADDRESS}$`, "u");
const WORD = new RegExp(`^(?:${QUOTED}|[^\\s"<>()@,;:\\\\\\[\\]]+)[\\t ]*`, "u");

/** One address as net/mail parses it: `a@b` or `Name <a@b>`, with an optional comment in parentheses after it. */
function isEmail(text: string): boolean {
  const bare = withoutComment(text.trim());
  if (isAddress(bare)) return true;
  const angle = bare.lastIndexOf("<");
  if (angle < 0 || !bare.endsWith(">")) return false;
  return isAddress(bare.slice(angle + 1, -1).trim()) && isPhrase(bare.slice(0, angle).trim());
}

/** Accepts an address without a name. A part in brackets must be an IP address. */
function isAddress(text: string): boolean {
  const match = PLAIN.exec(text);
  const literal = match?.[1];
  return match !== null && (literal === undefined || (isIP(literal) !== 0 && !literal.includes("%")));
}

function withoutComment(text: string): string {
  const open = text.endsWith(")") ? text.lastIndexOf("(") : -1;
  const isComment = open >= 0 && text.indexOf(")", open) === text.length - 1;
  return isComment ? text.slice(0, open).trimEnd() : text;
}

/** Accepts the name before the angle brackets: words, quoted or not; it may be empty. */
function isPhrase(text: string): boolean {
  let rest = text;
  while (rest !== "") {
    const word = WORD.exec(rest);
    if (word === null) return false;
    rest = rest.slice(word[0].length);
  }
  return true;
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

const digitsOf = (text: string): number[] => [...text].map(Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Checks the prefixes of known card issuers and Luhn's check digit. Characters other than digits are ignored. */
function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, "");
  return CARD.test(digits) && sum(digitsOf(digits).reverse().map(luhn)) % 10 === 0;
}

function luhn(digit: number, i: number): number {
  if (i % 2 === 0) return digit;
  return digit >= 5 ? digit * 2 - 9 : digit * 2;
}

const compact = (text: string): string => text.replace(/[\t\n\f\r -]+/g, "");

/** True for an ISBN of ten digits with its check digit; `X` counts ten. */
function isBookNumber10(text: string): boolean {
  const digits = compact(text);
  if (!/^(?:\d{9}X|\d{10})$/.test(digits)) return false;
  const weighted = [...digits].map((digit, i) => (i + 1) * (digit === "X" ? 10 : Number(digit)));
  return sum(weighted) % 11 === 0;
}

/** True for an ISBN of thirteen digits with its check digit. */
function isBookNumber13(text: string): boolean {
  const digits = compact(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return sum(digitsOf(digits).map((digit, i) => digit * (i % 2 === 0 ? 1 : 3))) % 10 === 0;
}

type FormatCheck = (text: string) => boolean;

const matching =
  (expression: RegExp): FormatCheck =>
  (text) =>
    expression.test(text);

const BYTE = "(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])";
const NAME_PART = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const isShortName = matching(new RegExp(`^${NAME_PART}$`));
const isLongName = matching(new RegExp(`^${NAME_PART}(\\.${NAME_PART})*$`));

/**
 * Host name: labels of letters, digits, symbols and dashes; several labels need a top level of two letters or
 * more.
 */
const HOST =
  "^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|" +
  "([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$";
const hostPattern = once(() => compilePattern(HOST));

function isHostname(text: string): boolean {
  return text.length <= 255 && hostPattern()(text) && Buffer.byteLength(text) <= 255 && shortLabels(text);
}

const shortLabels = (text: string): boolean =>
  text.split(".").every((label) => Buffer.byteLength(label) <= 63);

const MAC = /^([0-9a-f]{2}([:-])[0-9a-f]{2}(\2[0-9a-f]{2})*|[0-9a-f]{4}(\.[0-9a-f]{4})+|[0-9a-f]+)$/i;

/** True for 6, 8 or 20 bytes in one of the notations of Go's net.ParseMAC. */
function isMac(text: string): boolean {
  return MAC.test(text) && [12, 16, 40].includes(text.replace(/[:.-]/g, "").length);
}

/** True for an absolute URI or an absolute path. `#` has no special meaning. */
const isRequestUri = (text: string): boolean => !("error" in parseRequestUrl(text));

/** The first digit of the third group is the version, the first digit of the fourth group the variant. */
const uuid = (versions: string, variants: string): FormatCheck => {
  const form = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{12}$/i;
  return (text) => {
    const [, version, variant] = form.exec(text) ?? [];
    return (
      version !== undefined &&
      versions.includes(version.toLowerCase()) &&
      variants.includes((variant ?? "").toLowerCase())
    );
  };
};
const ANY = "0123456789abcdef";

/** Checks by format name without dashes. The rules are those of kube-openapi's strfmt. */
const FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["bsonobjectid", matching(/^[0-9a-f]{24}$/i)],
  ["uri", isRequestUri],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", (text) => text.includes(".") && parseIp(text) !== undefined],
  ["ipv6", (text) => text.includes(":") && !/[:.]0\d+(\.|$)/.test(text) && parseIp(text) !== undefined],
  ["cidr", (text) => parseCidr(text) !== undefined],
  ["mac", isMac],
  ["uuid", uuid(ANY, ANY)],
  ["uuid3", uuid("3", ANY)],
  ["uuid4", uuid("4", "89ab")],
  ["uuid5", uuid("5", "89ab")],
  ["isbn", (text) => isBookNumber10(text) || isBookNumber13(text)],
  ["isbn10", isBookNumber10],
  ["isbn13", isBookNumber13],
  ["creditcard", isCreditCard],
  ["ssn", (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ["hexcolor", matching(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i)],
  [
    "rgbcolor",
    matching(
      new RegExp(
        `^rgb\\([\\t\\n\\f\\r ]*${[BYTE, BYTE, BYTE].join("[\\t\\n\\f\\r ]*,[\\t\\n\\f\\r ]*")}[\\t\\n\\f\\r ]*\\)$`,
      ),
    ),
  ],
  ["byte", (text) => text !== "" && isBase64(text)],
  ["password", () => true],
  ["date", isDate],
  ["duration", (text) => parseLooseDuration(text) !== undefined],
  ["datetime", isDateTime],
  ["k8sshortname", (text) => text.length <= 63 && isShortName(text)],
  ["k8slongname", (text) => text.length <= 253 && isLongName(text)],
]);

/** Returns the check of a text format that `usableFormat` accepts; undefined for the formats of numbers. */
export const formatCheck = (format: string): FormatCheck | undefined => FORMATS.get(normalizeFormat(format));
