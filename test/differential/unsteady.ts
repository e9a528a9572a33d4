import { isJsonObject, type Json } from "../../src/api/json.ts";
import type { Answer } from "./case.ts";

/**
 * By what may differ. `calls`: the reference begins an update with what its cache has, and asks the webhooks again when that
 * was old.
 *
 * So often the reference is asked again before its answer counts as steady. Go begins a small map at one of eight places, so
 * that some orders come only once in eight times.
 */
export const REPLAYS = { order: 64, calls: 24, steady: 0 } as const;
/** Number of replays at a time. */
export const REPLAYS_AT_ONCE = 8;

/**
 * Lists of errors, and the first of several: only they come in the order in which Go happens to walk a map, or in which
 * policies and webhooks that were asked side by side have answered.
 */
const LISTS =
  /is (?:invalid|forbidden): \[|errors:\n|error in input|error\(s\) found|duplicate entries|not declared|Apply failed with|denied request|unsupported map key|unable to parse quantity|quantities must match|may not mutate atomic/;

/** The reference has not yet heard of what was made a moment ago, or its storage is not ready. */
const LATE =
  /no PriorityClass with name|There can be a delay between when Custom|storage is \(re\)initializing/;

/** Whether an answer may differ from one time to the next on one server. */
export const mayBeUnsteady = ({ body, status, warnings, audit }: Answer): boolean =>
  (status >= 400 && [LISTS, LATE].some((known) => known.test(messageIn(body, audit)))) ||
  [/unrecognized format/, /ValidatingAdmissionPolicy '[^']+' with binding/].some(
    (known) => warnings.filter((text) => known.test(text)).length > 1,
  );

/** Whether the reference took longer than a client waits: under load, some expressions take minutes. */
export const isUnanswered = ({ status, text = "" }: Answer): boolean =>
  status === 0 && text.startsWith("HeadersTimeoutError");

/**
 * Whether the reference still shows a definition that has been deleted: a loop of its own removes it a moment later
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
 * Whether `got` is one of the answers that the reference gives at random: it answered so when it was asked again, or it
 * gives the same errors in various orders, and `got` has them in another one.
 */
export function isOneOf(answers: readonly Answer[], got: Answer, inAnyOrder: boolean): boolean {
  const texts = new Set(answers.map((answer) => JSON.stringify(answer)));
  if (texts.has(JSON.stringify(got))) return true;
  return inAnyOrder && texts.size > 1 && answers.some((answer) => sortedText(answer) === sortedText(got));
}

/** The same for answers that differ in nothing but the order of their errors. */
function sortedText({ body, ...rest }: Answer): string {
  const status = isJsonObject(rest.audit) ? rest.audit.responseStatus : undefined;
  const said = isJsonObject(body) ? body : isJsonObject(status) ? status : { body: body ?? null };
  const { message, details, ...others } = said;
  const letters = [...String(message)].sort().join("");
  return JSON.stringify({
    ...rest,
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
