import { fewOf } from "../../../report/few-of.ts";
import type { ServerError } from "./server-error.ts";

/** An error of validation: `spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive`. */
export interface FieldError {
  /** Empty: the whole object. */
  readonly field: string;
  readonly problem: keyof typeof SAYS;
  /** The value as the server prints it; empty if the text has none. */
  readonly value: string;
  readonly detail: string;
}

/** The errors of one object, and the object. */
export interface Invalid {
  readonly kind: string;
  /** Empty for the core group, and in texts that have no group. */
  readonly group: string;
  readonly name: string;
  readonly errors: readonly FieldError[];
}

/** Statements about a field, by the problem (apimachinery, pkg/util/validation/field/errors.go, ErrorType.String). */
const SAYS = {
  "Required value": ({ field }: FieldError) => `${field} is missing or empty, and has to be set`,
  "Invalid value": ({ field, value }: FieldError) =>
    value === "" ? `${field} is not valid` : `${field} cannot be ${value}`,
  "Unsupported value": ({ field, value }: FieldError) => `${field} cannot be ${value}`,
  "Duplicate value": ({ field, value }: FieldError) =>
    `${field} repeats ${value || "another entry"}, and entries have to differ`,
  "Not found": ({ field, value }: FieldError) =>
    value === "" ? `${field} names what does not exist` : `${field} names ${value}, which does not exist`,
  Forbidden: ({ field }: FieldError) => `${field} may not be set, or not be changed`,
  "Too long": ({ field }: FieldError) => `${field} is too long`,
  "Too short": ({ field }: FieldError) => `${field} is too short`,
  "Too many": ({ field }: FieldError) => `${field} has too many entries`,
  "Too few": ({ field }: FieldError) => `${field} has too few entries`,
  "Internal error": ({ field }: FieldError) => `${field} could not be checked`,
};

const WHOLE = "the object";

/** The part of a message before the errors. */
const IS_INVALID = '" is invalid: ';
const BEGIN =
  /: (Required value|Invalid value|Unsupported value|Duplicate value|Not found|Forbidden|Too long|Too short|Too many|Too few|Internal error)(?=: |, |\]?$)/g;
const FIELD = /^(?:<nil>|\[\]|\.?[a-zA-Z_$][^\s:]*)$/;

/** The errors of validation in a text, also without the object before them; undefined for other texts. */
export function invalidIn(message: string): Invalid | undefined {
  const said = message.replaceAll('\\"', '"');
  const at = said.indexOf(IS_INVALID);
  const rest = said.slice(at < 0 ? 0 : at + IS_INVALID.length).trim();
  const isList = rest.startsWith("[") && !rest.startsWith("[]");
  const errors = fieldErrorsIn(isList ? rest.slice(1).replace(/\]$/, "") : rest);
  // Without an object, a single word before such a text may be any word.
  const isField = at >= 0 || /[.[]/.test(errors[0]?.field ?? "");
  return errors.length === 0 || !isField
    ? undefined
    : { ...objectIn(at < 0 ? "" : said.slice(0, at)), errors };
}

/** Reads `… Deployment.apps "web`. */
function objectIn(head: string): Omit<Invalid, "errors"> {
  const quote = head.lastIndexOf('"');
  const what = head.slice(0, Math.max(0, quote)).trimEnd();
  const [kind = "", ...group] = what.slice(what.lastIndexOf(" ") + 1).split(".");
  return { kind, group: group.join("."), name: head.slice(quote + 1) };
}

/** Empty if the text does not begin with a field: another text may have such words in its middle. */
function fieldErrorsIn(told: string): FieldError[] {
  const begins = [...told.matchAll(BEGIN)].flatMap(({ 0: all, 1: problem = "", index }) => {
    const from = Math.max(told.lastIndexOf(", ", index) + 1, 0);
    const field = told.slice(from, index).trim();
    return FIELD.test(field) ? [{ field, problem, from, to: index + all.length }] : [];
  });
  if (begins[0]?.from !== 0) return [];
  return begins.map(({ field, problem, to }, index) => {
    const rest = told
      .slice(to, begins[index + 1]?.from)
      .replace(/^: /, "")
      .replace(/,$/, "");
    const isWhole = field === "<nil>" || field === "[]";
    return { field: isWhole ? "" : field, problem: problemOf(problem), ...valueIn(problem, rest) };
  });
}

const problemOf = (text: string): FieldError["problem"] =>
  Object.keys(SAYS).find((one): one is FieldError["problem"] => one === text) ?? "Invalid value";

/** Problems whose text has no value. */
const WITHOUT_VALUE = /^(?:Required value|Forbidden|Too long|Too short|Internal error)$/;
/** A text in quotes, an object, a list, or a word. */
const VALUE = /^("(?:[^"\\]|\\.)*"|[^"[{: ]+|[[{].*?[\]}])(?:: |$)/s;

function valueIn(problem: string, rest: string): Pick<FieldError, "value" | "detail"> {
  if (WITHOUT_VALUE.test(problem)) return { value: "", detail: rest };
  const [all, value = ""] = VALUE.exec(rest) ?? [];
  return all === undefined ? { value: "", detail: rest } : { value, detail: rest.slice(all.length) };
}

/** Kinds that are no objects: the options of a request. */
const OPTIONS = /Options$/;

/** Explains errors of validation; undefined for other texts. */
export function invalidError(message: string): ServerError | undefined {
  const invalid = invalidIn(message);
  if (invalid === undefined) return undefined;
  const { kind, group, name, errors } = invalid;
  const object = kind === "" ? "the object" : `${kind} ${JSON.stringify(name)}`;
  const whose = OPTIONS.test(kind)
    ? `the ${kind} of the request are not valid`
    : `the validation of the API server refuses ${object}`;
  const advice = OPTIONS.test(kind)
    ? "correct the parameters of the URL, or the body of options"
    : adviceOf(group);
  return { says: `${whose}: ${fewOf(errors.map(sayOf), MOST)}`, advice };
}

const MOST = 4;

function sayOf(error: FieldError): string {
  const says = SAYS[error.problem]({ ...error, field: error.field || WHOLE });
  return error.detail === "" ? says : `${says} (${error.detail})`;
}

const adviceOf = (group: string): string =>
  `${group.includes(".") && !group.endsWith(".k8s.io") ? `the rules are in the schema of the CustomResourceDefinition of the group ${group}: ` : ""}correct the field in the manifest. The object is checked after mutating webhooks and policies, so that one of them may have written the value`;
