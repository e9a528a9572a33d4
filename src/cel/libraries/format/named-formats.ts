import {
  labelValueProblems,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  qualifiedNameProblems,
} from "../../../api/validation/name-format.ts";
import { isBase64 } from "../../../go/base64.ts";
import { isDate, isDateTime } from "../../../go/rfc3339.ts";
import { parseRequestUrl } from "../../../go/url.ts";
import { global, type Library, member } from "../../types/functions.ts";
import { costSize, regexCost } from "../../values/costs.ts";
import {
  type CelError,
  CelObject,
  CelOptional,
  NO_OPTIONAL,
  otherType,
  type Value,
} from "../../values/values.ts";

declare module "../../types/functions.ts" {
  interface ObjectValues {
    "kubernetes.NamedFormat": CelFormat;
  }
}

const TYPE = "kubernetes.NamedFormat";

type Check = (text: string) => readonly string[];

class CelFormat extends CelObject {
  readonly typeName = TYPE;
  override readonly unitEquality = true;
  readonly name: string;
  readonly check: Check;
  /** Assumed length of a regular expression for the format. */
  readonly patternSize: number;

  constructor(name: string, check: Check, patternSize: number) {
    super();
    this.name = name;
    this.check = check;
    this.patternSize = patternSize;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof CelFormat ? this.name === other.name : otherType(other);
  }
}

const says =
  (problem: string, holds: (text: string) => boolean): Check =>
  (text) =>
    holds(text) ? [] : [problem];

const isUri: Check = (text) => {
  const url = parseRequestUrl(text);
  return "error" in url ? [url.error] : [];
};
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

const FORMATS: Readonly<Record<string, CelFormat>> = {
  dns1123Label: new CelFormat("DNS1123Label", (s) => nameIsDnsLabel(s, false), 30),
  dns1123Subdomain: new CelFormat("DNS1123Subdomain", (s) => nameIsDnsSubdomain(s, false), 60),
  dns1035Label: new CelFormat("DNS1035Label", (s) => nameIsDns1035Label(s, false), 30),
  qualifiedName: new CelFormat("QualifiedName", qualifiedNameProblems, 60),
  dns1123LabelPrefix: new CelFormat("DNS1123LabelPrefix", (s) => nameIsDnsLabel(s, true), 30),
  dns1123SubdomainPrefix: new CelFormat("DNS1123SubdomainPrefix", (s) => nameIsDnsSubdomain(s, true), 60),
  dns1035LabelPrefix: new CelFormat("DNS1035LabelPrefix", (s) => nameIsDns1035Label(s, true), 30),
  labelValue: new CelFormat("LabelValue", labelValueProblems, 40),
  uri: new CelFormat("URI", isUri, 1104),
  uuid: new CelFormat(
    "uuid",
    says("does not match the UUID format", (s) => UUID.test(s)),
    72,
  ),
  byte: new CelFormat(
    "byte",
    says("invalid base64", (s) => s !== "" && isBase64(s)),
    84,
  ),
  date: new CelFormat("date", says("invalid date", isDate), 72),
  datetime: new CelFormat("datetime", says("invalid datetime", isDateTime), 72),
};

function validate(format: CelFormat, text: string): Value {
  const problems = format.check(text);
  return problems.length === 0 ? NO_OPTIONAL : new CelOptional(problems);
}

const named = (name: string): Value =>
  Object.hasOwn(FORMATS, name) ? new CelOptional(FORMATS[name]) : NO_OPTIONAL;

/** Functions such as `format.dns1123Label().validate('x')`. */
export const NAMED_FORMATS: Library = {
  overloads: [
    ...Object.entries(FORMATS).map(([name, format]) =>
      global(`format.${name}`, `format.${name}`, "-> kubernetes.NamedFormat", () => format),
    ),
    global("format-named", "format.named", "string -> optional(kubernetes.NamedFormat)", named),
    member(
      "format-validate",
      "validate",
      "kubernetes.NamedFormat, string -> optional(list(string))",
      validate,
    ),
  ],
  costs: {
    "format.named": () => 1,
    validate: ([format = null, text = null], work) =>
      format instanceof CelFormat ? regexCost(costSize(text, work), format.patternSize) : 1,
  },
};
