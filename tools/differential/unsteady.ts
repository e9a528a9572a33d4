import { isJsonObject, type Json } from "../../src/json/value.ts";
import type { Answer } from "./case.ts";

/**
 * Number of repetitions on the reference before its response counts as steady, by the cause of differences. `calls`:
 * the reference begins an update with the object of its cache, and calls the webhooks again if that was old. Go
 * begins a small map at one of eight places, so some orders occur only once in eight times.
 */
export const REPLAYS: ReplayCounts = { order: 64, calls: 24, steady: 0 };

/** Largest numbers of repetitions, by the cause of differences. */
export type ReplayCounts = Readonly<Record<"order" | "calls" | "steady", number>>;

/** Number of replays at a time. */
export const REPLAYS_AT_ONCE = 8;

/**
 * Texts with lists of errors, or with the first of several. Only their order is random: the order of a Go map, or the
 * order in which policies and webhooks that were called in parallel have responded.
 */
const LISTS =
  /is (?:invalid|forbidden): \[|(?:cannot convert \w+ to string|unrecognized type: string)|errors:\n|error in input|error\(s\) found|duplicate entries|not declared|Apply failed with|denied request|unsupported map key|unable to parse quantity|quantities must match|may not mutate atomic/;

/** Errors of a reference that does not yet have a new object, or whose storage is not ready. */
const LATE =
  /no PriorityClass with name|There can be a delay between when Custom|storage is \(re\)initializing/;

/** True if a response can differ from one time to the next on one server. */
export const mayBeUnsteady = ({ body, status, warnings, audit }: Answer): boolean =>
  (status >= 400 && [LISTS, LATE].some((known) => known.test(messageIn(body, audit)))) ||
  [/unrecognized format/, /ValidatingAdmissionPolicy '[^']+' with binding/, /: Invalid value: /].some(
    (known) => warnings.filter((text) => known.test(text)).length > 1,
  );

/** True if the reference took longer than the client waits: under load, some expressions take minutes. */
export const isUnanswered = ({ status, text = "" }: Answer): boolean =>
  status === 0 && text.startsWith("HeadersTimeoutError");

/**
 * True if the reference still shows a deleted definition: a separate loop removes it a moment later
 * (apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go).
 */
export const isStillRemoved = (expected: Answer, got: Answer): boolean =>
  expected.status === 200 &&
  got.status === 404 &&
  isJsonObject(expected.body) &&
  expected.body.kind === "CustomResourceDefinition" &&
  isJsonObject(expected.body.metadata) &&
  expected.body.metadata.deletionTimestamp !== undefined;

/** Message of a response. For a response in protobuf it is only in the event of the audit log. */
function messageIn(body: Json | undefined, audit: Json | undefined): string {
  if (isJsonObject(body)) return String(body.message);
  const status = isJsonObject(audit) ? audit.responseStatus : undefined;
  return isJsonObject(status) ? String(status.message) : "";
}

/**
 * True if `got` is one of the random responses of the reference: equal to one of its repeated responses, or with the
 * same errors as one of them in another order, if their order varies.
 */
export function isOneOf(answers: readonly Answer[], got: Answer, inAnyOrder: boolean): boolean {
  const texts = new Set(answers.map((answer) => JSON.stringify(answer)));
  if (texts.has(JSON.stringify(got))) return true;
  return inAnyOrder && texts.size > 1 && answers.some((answer) => sortedText(answer) === sortedText(got));
}

/** Text of a response without the order of its errors and warnings. */
function sortedText({ body, warnings, ...rest }: Answer): string {
  const status = isJsonObject(rest.audit) ? rest.audit.responseStatus : undefined;
  const said = isJsonObject(body) ? body : isJsonObject(status) ? status : { body: body ?? null };
  const { message, details, ...others } = said;
  const letters = [...String(message)].sort().join("");
  return JSON.stringify({
    ...rest,
    warnings: [...warnings].sort(),
    audit: withoutStatus(rest.audit),
    others,
    letters,
    details: sorted(details),
  });
}

/** The status in an event of the audit log is the answer once more. */
function withoutStatus(audit: Json | undefined): Json {
  if (!isJsonObject(audit)) return audit ?? null;
  const { responseStatus: _same, ...rest } = audit;
  return rest;
}

function sorted(details: Json | undefined): Json {
  if (!isJsonObject(details) || !Array.isArray(details.causes)) return details ?? null;
  return { ...details, causes: details.causes.map((cause) => JSON.stringify(cause)).sort() };
}
