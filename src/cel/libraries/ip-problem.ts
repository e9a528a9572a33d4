import { quote as goQuote } from "../../api/quote.ts";

/** What Go's netip says of a text that is no IPv6 address, by the order in which it looks. */
export function sixProblem(raw: string): string {
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
