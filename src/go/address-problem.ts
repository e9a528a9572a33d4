import { quote as goQuote } from "./quote.ts";

/** The error of Go's netip.ParseAddr for a text that is not an IP address. */
export function addressProblem(raw: string): string {
  const at = `ParseAddr(${goQuote(raw)}): `;
  const separator = /[.:%]/.exec(raw)?.[0];
  if (separator === undefined) return `${at}unable to parse IP`;
  if (separator === "%") return `${at}missing IPv6 address`;
  return `${at}${separator === "." ? fourProblem(raw) : sixProblem(raw)}`;
}

/** The problem that netip's `parseIPv4Fields` reports; undefined if the text is an IPv4 address. */
function fourProblem(text: string): string | undefined {
  let value = "";
  let fields = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const here = ` (at ${goQuote(text.slice(at))})`;
    if (character === ".") {
      if (value === "" || at === text.length - 1) return `IPv4 field must have at least one digit${here}`;
      if (fields === 3) return "IPv4 address too long";
      fields++;
      value = "";
    } else if (!/\d/.test(character)) return `unexpected character${here}`;
    else {
      if (value === "0") return "IPv4 field has octet with leading zero";
      value += character;
      if (Number(value) > 255) return "IPv4 field has value >255";
    }
  }
  return fields < 3 ? "IPv4 address too short" : undefined;
}

/** The first problem that Go's netip reports for a text that is not an IPv6 address. */
function sixProblem(raw: string): string {
  const [address = "", zone] = raw.split(/%(.*)/s);
  if (zone === "") return "zone must be a non-empty string";
  let rest = address.startsWith("::") ? address.slice(2) : address;
  let ellipsis = address.startsWith("::");
  for (let fields = 0; fields < 8; ) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    const at = ` (at ${goQuote(rest)})`;
    if (digits.length > 4) return `each group must have 4 or less digits${at}`;
    if (digits === "") return `each colon-separated field must have at least one digit${at}`;
    if (rest[digits.length] === ".") return fourInside(rest, fields, ellipsis);
    fields++;
    rest = rest.slice(digits.length);
    if (rest === "") return fields < 8 && !ellipsis ? "address string too short" : NO_ZEROS;
    const here = ` (at ${goQuote(rest)})`;
    if (!rest.startsWith(":")) return `unexpected character, want colon${here}`;
    if (rest === ":") return `colon must be followed by more characters${here}`;
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (ellipsis) return `multiple :: in address (at ${goQuote(rest)})`;
    ellipsis = true;
    rest = rest.slice(1);
    if (rest === "") return NO_ZEROS;
  }
  return rest === "" ? NO_ZEROS : `trailing garbage after address (at ${goQuote(rest)})`;
}

const NO_ZEROS = "the :: must expand to at least one field of zeros";

function fourInside(text: string, fields: number, ellipsis: boolean): string {
  const at = ` (at ${goQuote(text)})`;
  if (!ellipsis && fields !== 6)
    return `embedded IPv4 address must replace the final 2 fields of the address${at}`;
  if (fields > 6) return `too many hex fields to fit an embedded IPv4 at the end of the address${at}`;
  return fourProblem(text) ?? NO_ZEROS;
}
