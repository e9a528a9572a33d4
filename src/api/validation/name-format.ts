/**
 * Formats of names. Each function returns the problems of a text in the reference's words, or an empty list
 * (apimachinery util/validation and api/validate/content). Lengths are counted in bytes.
 */
const NONE: readonly string[] = Object.freeze([]);

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const LABEL_KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const UNDERSCORE_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const ALPHANUMERIC_ENDS = "and must start and end with an alphanumeric character";

const exactly = (source: string): RegExp => new RegExp(`^${source}$`);

/**
 * Formats `<says> (e.g. 'a',  or 'b', regex used for validation is '…')`. The two spaces before `or` are the
 * reference's.
 */
export function regexProblem(says: string, regex: string, ...examples: string[]): string {
  const eg = examples.map((example, i) => `${i > 0 ? " or " : ""}'${example}', `).join("");
  return examples.length === 0
    ? `${says} (regex used for validation is '${regex}')`
    : `${says} (e.g. ${eg}regex used for validation is '${regex}')`;
}

const maxLengthProblem = (length: number): string => `must be no more than ${length} characters`;
const maxBytesProblem = (length: number): string => `must be no more than ${length} bytes`;
/** Text of the error about a number outside of a range (InclusiveRangeError). */
export const rangeProblem = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;

/** Length in bytes, as in Go. */
export const byteLength = (text: string): number => Buffer.byteLength(text, "utf8");

const longer = (text: string, max: number): boolean => text.length * 3 > max && byteLength(text) > max;

interface TextRule {
  readonly regex: RegExp;
  readonly problem: string;
  readonly max?: { readonly length: number; readonly problem: string };
}

function problemsOf(text: string, { regex, problem, max }: TextRule): readonly string[] {
  const long = max !== undefined && longer(text, max.length);
  const wrong = !regex.test(text);
  if (!long && !wrong) return NONE;
  return [...(long ? [max.problem] : NONE), ...(wrong ? [problem] : NONE)];
}

const rule = (
  source: string,
  says: string,
  examples: string[],
  max?: number,
  text = maxLengthProblem,
): TextRule => ({
  regex: exactly(source),
  problem: regexProblem(says, source, ...examples),
  ...(max === undefined ? {} : { max: { length: max, problem: text(max) } }),
});

const labelSays = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ALPHANUMERIC_ENDS}`;
const subdomainSays = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS}`;
const keySays = `must consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`;

const label = rule(LABEL, labelSays, ["my-name", "123-abc"], 63);
const subdomain = rule(SUBDOMAIN, subdomainSays, ["example.com"], 253);
const anyCaseSubdomain = rule(
  SUBDOMAIN,
  `an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS}`,
  ["Example.com"],
  253,
);
const keyPrefix = rule(SUBDOMAIN, subdomainSays, ["example.com"], 253, maxBytesProblem);
const keyName = rule(LABEL_KEY, keySays, ["MyName", "my.name", "123-abc"], 63, maxBytesProblem);
const labelValue = rule(
  `(${LABEL_KEY})?`,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`,
  ["MyValue", "my_value", "12345"],
  63,
  maxBytesProblem,
);
const underscoreSubdomain = rule(
  UNDERSCORE_SUBDOMAIN,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', ${ALPHANUMERIC_ENDS}`,
  ["example.com"],
  253,
);
const dns1035 = rule(
  DNS_1035,
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ["my-name", "abc-123"],
  63,
);
const wildcard = rule(
  `\\*\\.${SUBDOMAIN}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  ["*.example.com"],
  253,
);
const cIdentifier = rule(
  "[A-Za-z_][A-Za-z0-9_]*",
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  ["my_name", "MY_NAME", "MyName"],
);
const percent = rule("[0-9]+%", "a valid percent string must be a numeric string followed by an ending '%'", [
  "1%",
  "93%",
]);
const headerName = rule(
  "[-A-Za-z0-9]+",
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  ["X-Header-Name"],
);
const configMapKey = rule(
  "[-._a-zA-Z0-9]+",
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  ["key.name", "KEY_NAME", "key-name"],
  253,
);

/** Problems of a DNS-1123 label: at most 63 bytes of `a-z0-9-`. */
export function dns1123LabelProblems(text: string): readonly string[] {
  const problems = problemsOf(text, label);
  if (problems === NONE || !subdomain.regex.test(text) || label.regex.test(text)) return problems;
  return problems.map((problem) => (problem === label.problem ? "must not contain dots" : problem));
}

/** Problems of a DNS-1123 subdomain: at most 253 bytes of labels that are joined by dots. */
export const dns1123SubdomainProblems = (text: string): readonly string[] => problemsOf(text, subdomain);

/** Problems of a DNS subdomain in lower or upper case (k8s-long-name-caseless). */
export const caselessSubdomainProblems = (text: string): readonly string[] =>
  problemsOf(text.toLowerCase(), anyCaseSubdomain);

/** Problems of a DNS subdomain that may have underscores (IsDNS1123SubdomainWithUnderscore). */
export const dns1123SubdomainWithUnderscoreProblems = (text: string): readonly string[] =>
  problemsOf(text, underscoreSubdomain);

/** Problems of a name such as `*.example.com`. */
export const wildcardSubdomainProblems = (text: string): readonly string[] => problemsOf(text, wildcard);

/** Problems of a DNS-1035 label: a DNS-1123 label that begins with a letter. */
export const dns1035LabelProblems = (text: string): readonly string[] => problemsOf(text, dns1035);

const TWO_SLASHES = `a valid label key ${keyName.problem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
const prefixed = (problems: readonly string[], prefix: string): readonly string[] =>
  problems.length === 0 ? problems : problems.map((problem) => prefix + problem);

/** Problems of a qualified name, such as a label key: `name` or `example.com/name` (IsQualifiedName of apimachinery). */
export function qualifiedNameProblems(text: string): readonly string[] {
  const slash = text.indexOf("/");
  if (slash < 0) return keyNameProblems(text);
  if (text.includes("/", slash + 1)) return [TWO_SLASHES];
  const prefix = text.slice(0, slash);
  const ofPrefix =
    prefix === ""
      ? ["prefix part must be non-empty"]
      : prefixed(problemsOf(prefix, keyPrefix), "prefix part ");
  const ofName = keyNameProblems(text.slice(slash + 1));
  return ofPrefix.length === 0 ? ofName : [...ofPrefix, ...ofName];
}

function keyNameProblems(name: string): readonly string[] {
  const problems = prefixed(problemsOf(name, keyName), "name part ");
  return name === "" ? ["name part must be non-empty", ...problems] : problems;
}

/** Problems of a label value: empty, or at most 63 bytes. */
export const labelValueProblems = (text: string): readonly string[] => problemsOf(text, labelValue);

/** Problems of a name that only has to fit into a URL path: not `.` or `..`, no `/` or `%`. */
export function pathSegmentNameProblems(text: string, prefix = false): readonly string[] {
  if (!prefix && (text === "." || text === "..")) return [`may not be '${text}'`];
  return ["/", "%"].filter((c) => text.includes(c)).map((c) => `may not contain '${c}'`);
}

const PORT_RANGE: readonly string[] = [rangeProblem(1, 65535)];
/** Problems of a port number, 1 to 65535 (IsValidPortNum). */
export const portNumberProblems = (port: number): readonly string[] =>
  port >= 1 && port <= 65535 ? NONE : PORT_RANGE;

/** Problems of a user or group id: 0 to 2^31 - 1. */
export const idProblems = (id: number | bigint): readonly string[] =>
  id >= 0 && id <= 2147483647 ? NONE : [rangeProblem(0, 2147483647)];

const PORT_NAME_RULES: readonly (readonly [wrong: (text: string) => boolean, problem: string])[] = [
  [(text) => longer(text, 15), maxLengthProblem(15)],
  [
    (text) => !/^[-a-z0-9]+$/.test(text),
    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
  ],
  [(text) => !/[a-z]/.test(text), "must contain at least one letter (a-z)"],
  [(text) => text.includes("--"), "must not contain consecutive hyphens"],
  [(text) => text.startsWith("-") || text.endsWith("-"), "must not begin or end with a hyphen"],
];

/** Problems of an IANA_SVC_NAME: at most 15 bytes of `a-z0-9-` with a letter. */
export function portNameProblems(text: string): readonly string[] {
  return PORT_NAME_RULES.filter(([wrong]) => wrong(text)).map(([, problem]) => problem);
}

/** Problems of a text such as `25%` (IsValidPercent). */
export const percentProblems = (text: string): readonly string[] => problemsOf(text, percent);

/** Problems of a file name that could refer to a place outside of its directory. */
function upwardProblems(text: string): readonly string[] {
  if (!text.startsWith(".")) return NONE;
  if (text === "." || text === "..") return [`must not be '${text}'`];
  return text.startsWith("..") ? ["must not start with '..'"] : NONE;
}

/** Problems of a key of a ConfigMap or Secret. */
export function configMapKeyProblems(text: string): readonly string[] {
  const upward = upwardProblems(text);
  const problems = problemsOf(text, configMapKey);
  return upward.length === 0 ? problems : [...problems, ...upward];
}

/**
 * Problems of a variable name by the rule since 1.34 (RelaxedEnvironmentVariableValidation): printable ASCII without
 * `=`.
 */
export function envVarNameProblems(text: string): readonly string[] {
  const empty = text === "" ? ["environment variable name must be non-empty"] : NONE;
  if (/^[ -<>-~]*$/.test(text)) return empty;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Problems of an identifier of C (IsCIdentifier). */
export const cIdentifierProblems = (text: string): readonly string[] => problemsOf(text, cIdentifier);
/** Problems of the name of a header (IsHTTPHeaderName). */
export const httpHeaderNameProblems = (text: string): readonly string[] => problemsOf(text, headerName);

/** Replaces a trailing dash of a generateName, because the generated suffix will follow it. */
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}

type NameProblems = (name: string, prefix: boolean) => readonly string[];
const maskedBy =
  (problems: (text: string) => readonly string[]): NameProblems =>
  (name, prefix) =>
    problems(prefix ? maskTrailingDash(name) : name);

/** Rules for metadata.name and metadata.generateName, for `Strategy.nameProblems`. */
export const nameIsDnsSubdomain: NameProblems = maskedBy(dns1123SubdomainProblems);
/** The rule for types that declare it: error texts give lengths in bytes. */
export const nameIsLongName: NameProblems = maskedBy((text) => problemsOf(text, keyPrefix));
export const nameIsDnsLabel: NameProblems = maskedBy(dns1123LabelProblems);
export const nameIsDns1035Label: NameProblems = maskedBy(dns1035LabelProblems);
/** Rule for names of objects that may be any segment of a path (ValidatePathSegmentName). */
export const nameIsPathSegment: NameProblems = (name, prefix) => pathSegmentNameProblems(name, prefix);
export { ipProblems } from "../../go/ip-address.ts";
