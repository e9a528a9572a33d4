import type { Outcome } from "../../src/admission/outcome.ts";
import { admissionMetricsOf } from "../../src/admission/readers/admission-metrics.ts";
import { auditAnnotationsOf } from "../../src/admission/readers/audit-annotations.ts";
import type { Verdict } from "../../src/admission/verdict.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import { at, type ReceivedCall } from "../backends.ts";
import { type CaseResult, differs, includesJson, judge, lacks, PASSED, sameJson, show } from "../case.ts";
import type { DispatchCase, DispatchExpected } from "./dispatch-case.ts";

export interface Happened {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly calls: ReadonlyMap<string, readonly ReceivedCall[]>;
  readonly warningHeaders: readonly string[];
}

/** Everything that a case says must have happened. */
export function judgeDispatch(given: DispatchCase, happened: Happened): CaseResult {
  const { anyOf, ...expected } = given.expected;
  const common = judgeOne(given, { ...expected }, happened);
  if (common.kind !== "passed" || anyOf === undefined) return common;
  const results = anyOf.map((alternative) => judgeOne(given, { ...expected, ...alternative }, happened));
  return results.find(({ kind }) => kind === "passed") ?? results[0] ?? PASSED;
}

function judgeOne(given: DispatchCase, expected: DispatchExpected, happened: Happened): CaseResult {
  return judge(
    ...outcomeProblems(expected, happened.outcome),
    ...callProblems(expected, happened.calls),
    ...recordProblems(expected, happened),
    expected.managedFieldsReset ? managedFieldsProblem(given, happened.outcome) : undefined,
  );
}

function outcomeProblems(expected: DispatchExpected, outcome: Outcome): (string | undefined)[] {
  const { error } = outcome.kind === "refused" ? outcome : { error: undefined };
  const allowed = differs("allowed", error === undefined, expected.allowed);
  if (allowed !== undefined) return [`${allowed}: ${error?.message ?? ""}`];
  if (error === undefined)
    return objectProblems(expected, outcome.kind === "admitted" ? outcome.object : null);
  const { code, reason, messageContains, messageContainsAnyOf: any } = expected;
  return [
    code === undefined ? undefined : differs("code", error.code, code),
    reason === undefined ? undefined : differs("reason", error.reason, reason),
    lacks("message", error.message, messageContains),
    any === undefined || any.some((part) => error.message.includes(part))
      ? undefined
      : `message: ${error.message}`,
  ];
}

function objectProblems(
  { patchedObject, patchedFields }: DispatchExpected,
  object: Json,
): (string | undefined)[] {
  const fields = Object.entries(patchedFields ?? {});
  return [
    patchedObject === undefined ? undefined : differs("object", object, patchedObject),
    ...fields.map(([pointer, value]) => differs(pointer, at(object, pointer), value)),
  ];
}

function callProblems(
  { calls, callDetails = [], sentRequests = [] }: DispatchExpected,
  received: Happened["calls"],
): (string | undefined)[] {
  return [
    ...Object.entries(calls ?? {}).map(([backend, count]) =>
      differs(`calls of ${backend}`, received.get(backend)?.length ?? 0, count),
    ),
    ...callDetails.map(({ backend, timeoutQuery }) =>
      timeoutQuery === undefined
        ? undefined
        : differs(`timeout of ${backend}`, received.get(backend)?.[0]?.timeout ?? null, timeoutQuery),
    ),
    ...sentRequests.map((sent) => sentProblem(sent, received.get(sent.backend) ?? [])),
  ];
}

function sentProblem(
  { backend, ...expected }: JsonObject & { backend: string },
  calls: readonly ReceivedCall[],
): string | undefined {
  const some = calls.some(({ review }) => sentMatches(review, expected));
  return some
    ? undefined
    : `sent to ${backend}: expected ${show(expected)}, got ${show(calls.map(({ review }) => review))}`;
}

function sentMatches(review: JsonObject, { apiVersion, kind, uidNotEmpty, request }: JsonObject): boolean {
  const sent = review.request;
  return (
    (apiVersion === undefined || review.apiVersion === apiVersion) &&
    (kind === undefined || review.kind === kind) &&
    (uidNotEmpty !== true || !!at(sent, "/uid")) &&
    (request === undefined || includesJson(sent, request))
  );
}

function recordProblems(
  expected: DispatchExpected,
  { verdict, warningHeaders }: Happened,
): (string | undefined)[] {
  const { auditAnnotations, rejectionMetric, warnings, warningHeaderContains: part } = expected;
  return [
    auditAnnotations &&
      differs("audit annotations", auditAnnotationsOf(verdict, "Request"), auditAnnotations),
    rejectionMetric && metricProblem(verdict, rejectionMetric),
    expected.warningHeaders && differs("Warning headers", [...warningHeaders], expected.warningHeaders),
    warnings && differs("warnings", [...verdict.warnings], warnings),
    part === undefined || warningHeaders.some((header) => header.includes(part))
      ? undefined
      : `no Warning header with ${show(part)}: ${show([...warningHeaders])}`,
  ];
}

function metricProblem(verdict: Verdict, expected: Record<string, string>): string | undefined {
  const counted = admissionMetricsOf(verdict).filter(
    ({ metric }) => metric === "apiserver_admission_webhook_rejection_count",
  );
  const some = counted.some(({ labels }) => sameJson({ ...labels }, expected));
  return some
    ? undefined
    : `rejection: expected ${show(expected)}, got ${show(counted.map(({ labels }) => ({ ...labels })))}`;
}

function managedFieldsProblem({ request }: DispatchCase, outcome: Outcome): string | undefined {
  const object = outcome.kind === "admitted" ? outcome.object : null;
  return differs("managedFields", object?.metadata.managedFields, request.object?.metadata.managedFields);
}
