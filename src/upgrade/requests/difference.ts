import { readPointer, unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { causeOf } from "../../replay/cause.ts";
import { changeBetween } from "../../replay/compare.ts";
import type { DecidedAgain } from "../../replay/decided.ts";
import { stableResult } from "../../replay/stable-result.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import type { Concern } from "../finding.ts";
import { messageWithoutValues } from "./message-without-values.ts";

/** A difference between the decisions of two versions. */
export interface Difference {
  readonly concern: Concern;
  /** The cause, without the parts that differ from request to request: equal causes are one finding. */
  readonly cause: string;
  /** Lines with both sides. */
  readonly example: readonly string[];
  /** Path of the first field that is concerned, as messages write it: `spec.ports[0].name`; empty if there is none. */
  readonly field: string;
}

/** The part of a request that a comparison needs. */
export type ComparedRequest = Pick<
  RecordedRequest,
  "subresource" | "object" | "calls" | "resource" | "patch"
>;

const CONCERN_OF = {
  "newly-denied": "refused",
  "newly-allowed": "admitted",
  "denied-differently": "refused-otherwise",
  failing: "failing",
} as const;

/** Returns the differences between two decisions about a request: several if several fields are stored differently. */
export function differencesBetween(
  before: DecidedAgain,
  now: DecidedAgain,
  request: ComparedRequest,
): Difference[] {
  // Without a time nothing counts as slower.
  const kind = changeBetween(before, now, request, Number.POSITIVE_INFINITY);
  if (kind === undefined || kind === "slower" || kind === "patched-differently")
    return [...storedDifferently(before, now, request), ...warningsDiffer(before, now, request)];
  const concern = CONCERN_OF[kind];
  const { by } = kind === "newly-allowed" ? before : now;
  const isServer = kind !== "failing" && by.every((one) => one.kind === "server");
  const told = kind === "newly-allowed" ? before.message : now.message;
  const cause = isServer
    ? messageWithoutValues(told)
    : causeOf(kind, { request, decidedBefore: before, before, now }).text.replaceAll(
        "with the old configuration it",
        "before the upgrade it",
      );
  return [
    {
      concern,
      cause: `${pluralOf(request)}: ${cause}`,
      example: [`before: ${sideText(before)}`, `after: ${sideText(now)}`],
      field: fieldIn(told),
    },
  ];
}

/** `resourceclaims.resource.k8s.io/status`. */
export function pluralOf({
  resource,
  subresource,
}: Pick<RecordedRequest, "resource" | "subresource">): string {
  const group = resource.group === "" ? "" : `.${resource.group}`;
  return `${resource.resource}${group}${subresource === "" ? "" : `/${subresource}`}`;
}

const sideText = ({ allowed, code, message }: DecidedAgain): string =>
  allowed ? `${code}, admitted` : `${code} ${message}`;

const FIELD =
  /(?:^|[ [])([a-z][A-Za-z0-9]*(?:[.[][A-Za-z0-9_\].[-]*)?): (?:Invalid|Required|Forbidden|Duplicate|Unsupported|Too |Not found|Internal)/;

/** Returns the first field that a message of validation names; empty if it names none. */
export const fieldIn = (message: string): string => FIELD.exec(message.slice(0, LONGEST_MATCHED))?.[1] ?? "";

const MOST_FIELDS = 20;
/** Longest shown value. */
const LONGEST = 200;

function storedDifferently(before: DecidedAgain, now: DecidedAgain, request: ComparedRequest): Difference[] {
  if (before.result === null || now.result === null) return [];
  const [was, is] = [comparable(before.result, request), comparable(now.result, request)];
  const sent = request.patch === null ? request.object : null;
  const isSecret = request.resource.group === "" && request.resource.resource === "secrets";
  return diffJson(was, is)
    .slice(0, MOST_FIELDS)
    .map(({ op, path }) => {
      const field = fieldOf(path);
      return {
        concern: "stored",
        cause: `${pluralOf(request)}: ${general(field)} ${verbOf(op, path, sent)}`,
        example: [`${field}: ${sidesText(readPointer(was, path), readPointer(is, path), isSecret)}`],
        field,
      };
    });
}

/** With `metadata.generation`, which depends on the version for some kinds. */
function comparable(result: JsonObject, { subresource }: ComparedRequest): JsonObject {
  const stable = stableResult(result, subresource);
  const { metadata } = result;
  const generation = isJsonObject(metadata) ? metadata.generation : undefined;
  if (generation === undefined || !isJsonObject(stable.metadata)) return stable;
  return { ...stable, metadata: { ...stable.metadata, generation } };
}

/** Change of a field: whether the client sent it tells a default from a value that is kept. */
function verbOf(op: string, path: string, sent: JsonObject | null): string {
  const isSent = sent !== null && readPointer(sent, path) !== undefined;
  if (op === "remove") return isSent ? "is dropped" : "is not set any more";
  if (op === "add") return isSent ? "is kept" : "is set";
  return "has another value";
}

const sidesText = (was: Json | undefined, is: Json | undefined, isSecret: boolean): string =>
  `${valueText(was, isSecret)} before, ${valueText(is, isSecret)} after`;

function valueText(value: Json | undefined, isSecret: boolean): string {
  if (value === undefined) return "absent";
  if (isSecret) return "(a value)";
  const text = JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? Number(one) : one));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** `/spec/ports/0/name` → `spec.ports[0].name`. */
function fieldOf(pointer: string): string {
  const steps = pointer.split("/").slice(1).map(unescapeToken);
  return steps.reduce((text, step) => {
    if (/^\d+$/.test(step)) return `${text}[${step}]`;
    if (/^[A-Za-z0-9_-]+$/.test(step)) return text === "" ? step : `${text}.${step}`;
    return `${text}[${JSON.stringify(step)}]`;
  }, "");
}

/** The same field of any element of a list. */
const general = (field: string): string => field.replaceAll(/\[\d+\]/g, "[*]");

function warningsDiffer(before: DecidedAgain, now: DecidedAgain, request: ComparedRequest): Difference[] {
  const [was, is] = [before.told ?? [], now.told ?? []];
  const differ = (verb: string, side: string, texts: readonly string[]): Difference[] =>
    texts.map((text) => ({
      concern: "warned",
      cause: `${pluralOf(request)}: the server ${verb}: ${messageWithoutValues(text)}`,
      example: [`${side}: Warning: ${text}`],
      field: /^([a-z][A-Za-z0-9.[\]]*): /.exec(text)?.[1] ?? "",
    }));
  return [
    ...differ(
      "warns",
      "after",
      is.filter((text) => !was.includes(text)),
    ),
    ...differ(
      "does not warn any more",
      "before",
      was.filter((text) => !is.includes(text)),
    ),
  ];
}
