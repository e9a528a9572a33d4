import { once } from "../../async/once.ts";
import { isBase64 } from "../../go/base64.ts";
import { parseCidr, parseIp } from "../../go/ip-address.ts";
import { isDate, isDateTime } from "../../go/rfc3339.ts";
import { parseRequestUrl } from "../../go/url.ts";
import { compilePattern } from "../pattern.ts";
import { isBookNumber10, isBookNumber13, isCreditCard } from "./check-digits.ts";
import { isEmail } from "./email.ts";
import { parseLooseDuration } from "./loose-duration.ts";
import { normalizeFormat } from "./usable-format.ts";

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
