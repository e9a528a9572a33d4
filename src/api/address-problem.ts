import { quote as goQuote } from "./quote.ts";

/** What Go's netip says of a text that is no address. */
export function addressProblem(raw: string): string {
  const at = `ParseAddr(${goQuote(raw)}): `;
  const separator = /[.:%]/.exec(raw)?.[0];
  if (separator === undefined) return `${at}unable to parse IP`;
  if (separator === "%") return `${at}missing IPv6 address`;
  return at + (separator === "." ? fourProblem(raw) : sixProblem(raw));
}

function fourProblem(raw: string): string {
  const fields = raw.split(".");
  let start = 0;
  for (const [i, field] of fields.entries()) {
    const isLast = i === fields.length - 1;
    if (i === 4 && !(isLast && field === "")) return "IPv4 address too long";
    const digits = /^\d*/.exec(field)?.[0] ?? "";
    if (digits.length > 1 && digits.startsWith("0")) return "IPv4 field has octet with leading zero";
    if (Number(digits) > 255) return "IPv4 field has value >255";
    if (digits.length < field.length)
      return `unexpected character (at ${goQuote([field.slice(digits.length), ...fields.slice(i + 1)].join("."))})`;
    if (field === "")
      return `IPv4 field must have at least one digit (at ${goQuote(raw.slice(isLast ? start - 1 : start))})`;
    start += field.length + 1;
  }
  return "IPv4 address too short";
}

/** What Go's netip says of a text that is no IPv6 address, by the order in which it looks. */
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
    if (rest[digits.length] === ".") return fourInside(fields, ellipsis, at);
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

function fourInside(fields: number, ellipsis: boolean, at: string): string {
  if (!ellipsis && fields !== 6)
    return `embedded IPv4 address must replace the final 2 fields of the address${at}`;
  if (fields > 6) return `too many hex fields to fit an embedded IPv4 at the end of the address${at}`;
  return `unexpected character${at}`;
}
