import { readPointer, unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { causeOf } from "../../replay/cause.ts";
import { changeBetween } from "../../replay/compare.ts";
import type { DecidedAgain } from "../../replay/decided.ts";
import { stableResult } from "../../replay/stable-result.ts";
import type { Concern } from "../finding.ts";
import { messageWithoutValues } from "./message-without-values.ts";

/** A difference between the decisions of two versions. */
export interface Difference {
  readonly concern: Concern;
  readonly cause: string;
  readonly key: string;
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

/** Returns the difference between two decisions about a request; undefined if there is none. */
export function differenceBetween(
  before: DecidedAgain,
  now: DecidedAgain,
  request: ComparedRequest,
): Difference | undefined {
  // Without a time nothing counts as slower.
  const kind = changeBetween(before, now, request, Number.POSITIVE_INFINITY);
  if (kind === undefined || kind === "slower")
    return generationDiffers(before, now, request) ?? warningsDiffer(before, now, request);
  if (kind === "patched-differently") return storedDifferently(before, now, request);
  const concern = CONCERN_OF[kind];
  const { by } = kind === "newly-allowed" ? before : now;
  const isServer = kind === "failing" ? false : by.every((one) => one.kind === "server");
  const told = kind === "newly-allowed" ? before.message : now.message;
  const cause = isServer
    ? `${pluralOf(request)}: ${messageWithoutValues(told)}`
    : `${pluralOf(request)}: ${causeOf(kind, { request, decidedBefore: before, before, now }).text.replaceAll("with the old configuration it", "before the upgrade it")}`;
  return {
    concern,
    cause,
    key: cause,
    example: [`before: ${sideText(before)}`, `after: ${sideText(now)}`],
    field: fieldIn(told),
  };
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
export const fieldIn = (message: string): string => FIELD.exec(message)?.[1] ?? "";

const MOST_FIELDS = 20;
/** Longest shown value. */
const LONGEST = 200;

function storedDifferently(before: DecidedAgain, now: DecidedAgain, request: ComparedRequest): Difference {
  const [was, is] = [comparable(before, request), comparable(now, request)];
  const changes = diffJson(was, is);
  const sent = request.patch === null ? request.object : null;
  const told = changes.map(({ op, path }) => {
    const field = fieldOf(path);
    return `${general(field)} ${verbOf(op, path, sent)}`;
  });
  const isSecret = request.resource.group === "" && request.resource.resource === "secrets";
  const cause = `${pluralOf(request)}: ${[...new Set(told)].slice(0, MOST_FIELDS).join(", ")}`;
  return {
    concern: "stored",
    cause,
    key: cause,
    example: changes
      .slice(0, MOST_FIELDS)
      .map(
        ({ path }) =>
          `${fieldOf(path)}: ${sidesText(readPointer(was, path), readPointer(is, path), isSecret)}`,
      ),
    field: changes[0] === undefined ? "" : fieldOf(changes[0].path),
  };
}

/** With `metadata.generation`, which depends on the version for some kinds. */
function comparable({ result }: DecidedAgain, { subresource }: ComparedRequest): JsonObject {
  if (result === null) return {};
  const stable = stableResult(result, subresource);
  const { metadata } = result;
  const generation = isJsonObject(metadata) ? metadata.generation : undefined;
  if (generation === undefined || !isJsonObject(stable.metadata)) return stable;
  return { ...stable, metadata: { ...stable.metadata, generation } };
}

function generationDiffers(
  before: DecidedAgain,
  now: DecidedAgain,
  request: ComparedRequest,
): Difference | undefined {
  if (before.result === null || now.result === null) return undefined;
  const changes = diffJson(comparable(before, request), comparable(now, request));
  return changes.length === 0 ? undefined : storedDifferently(before, now, request);
}

/** What happens to a field: whether the client sent it tells a default from a value that is kept. */
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

function warningsDiffer(
  before: DecidedAgain,
  now: DecidedAgain,
  request: ComparedRequest,
): Difference | undefined {
  const [was, is] = [before.told ?? [], now.told ?? []];
  const added = is.filter((text) => !was.includes(text));
  const gone = was.filter((text) => !is.includes(text));
  const [first] = [...added, ...gone];
  if (first === undefined) return undefined;
  const verb = added.length > 0 ? "warns" : "does not warn any more";
  const cause = `${pluralOf(request)}: the server ${verb}: ${messageWithoutValues(first)}`;
  return {
    concern: "warned",
    cause,
    key: cause,
    example: [
      ...added.map((text) => `after: Warning: ${text}`),
      ...gone.map((text) => `before: Warning: ${text}`),
    ],
    field: fieldIn(first) || (/^([a-z][A-Za-z0-9.[\]]*): /.exec(first)?.[1] ?? ""),
  };
}
