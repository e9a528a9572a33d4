import type { KubeObject } from "../../api/meta.ts";
import { internalError, type StatusError } from "../../api/status.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Invocation, WebhookHook } from "../hook.ts";
import { type ReviewFrame, reviewFrame } from "../hooks/webhook/build-review.ts";
import { callLine } from "../hooks/webhook/call-line.ts";
import { callWebhook, failed } from "../hooks/webhook/call-webhook.ts";
import { closedError, logFailure, requestFields } from "../hooks/webhook/failure.ts";
import { selectorOf } from "../match/left-out.ts";
import { conversionError, type Match, shouldCall, type VersionedPair } from "../match/should-call.ts";
import { hookLine, recordAnswer } from "../recorder.ts";
import { type Run, requestTimeout } from "../run.ts";
import type { CallLine, HookLine } from "../verdict.ts";
import { Versions, whenBoth } from "../versioned.ts";

/** A hook that is going to be called. */
interface Relevant {
  readonly hook: WebhookHook;
  readonly match: Match & { kind: "call" };
  readonly objects: VersionedPair;
}

/**
 * Calls all validating webhooks that match, at the same time
 * (apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch). Matching is complete before
 * the first call; all calls are awaited; the first error to arrive is the result.
 */
export async function callValidatingWebhooks(
  run: Run,
  object: KubeObject | null,
  name: string,
): Promise<StatusError | undefined> {
  const relevant: Relevant[] = [];
  const error = await matchAll(run, object, name, relevant);
  if (error !== undefined) return error;
  if (relevant.length === 0) return undefined;
  if (run.ended) return requestTimeout();
  const frame = reviewFrame(run.attributes, name);
  const errors: StatusError[] = [];
  await Promise.all(
    relevant.map(async (one, index) => {
      const refusal = await callOne(run, one, index, frame);
      if (refusal !== undefined) errors.push(refusal);
    }),
  );
  for (const other of errors.slice(1)) run.ports.log?.("info", other.message, requestFields(run.attributes));
  return errors[0];
}

async function matchAll(
  run: Run,
  object: KubeObject | null,
  name: string,
  relevant: Relevant[],
): Promise<StatusError | undefined> {
  const { attributes, ports, evaluateConditions, namespaceLabels } = run;
  const versions = object === null ? null : new Versions(object, ports);
  const versioned = ({ kind }: Invocation): VersionedPair => ({
    object: versions?.in(kind) ?? null,
    oldObject: run.old?.in(kind) ?? null,
  });
  const ready = ({ kind }: Invocation): Promise<void> | undefined =>
    whenBoth(versions?.ready(kind), run.old?.ready(kind));
  const { oldObject } = attributes;
  const input = {
    attributes,
    ready,
    object,
    oldObject,
    name,
    evaluateConditions,
    namespaceLabels,
    versioned,
  };
  const { all } = run.candidates.validating;
  let at = 0;
  for (const position of run.mayTake(run.candidates.validating, object)) {
    leaveOut(run, object, at, position);
    at = position + 1;
    const candidate = all[position]!;
    const pending = shouldCall(candidate, input);
    const match = pending instanceof Promise ? await pending : pending;
    const waiting = match.kind === "call" ? ready(match.invocation) : undefined;
    if (waiting !== undefined) await waiting;
    const error = note(run, candidate.hook, match, versioned, relevant);
    if (error !== undefined) return error;
  }
  leaveOut(run, object, at, all.length);
  return undefined;
}

function leaveOut(run: Run, object: KubeObject | null, from: number, to: number): void {
  if (from === to) return;
  const { attributes, candidates, namespaceLabels, recorder } = run;
  recorder.hookLines.pushLater(() =>
    candidates.validating.all.slice(from, to).map((candidate): HookLine => {
      const filter = selectorOf(candidate, attributes, object, namespaceLabels);
      return { hook: candidate.hook, phase: "validate", round: 0, index: -1, filter };
    }),
  );
}

function note(
  run: Run,
  hook: WebhookHook,
  match: Match,
  versioned: (invocation: Invocation) => VersionedPair,
  relevant: Relevant[],
): StatusError | undefined {
  if (match.kind === "skip") {
    record(run, hook, match, -1, { filter: match.filter });
    return undefined;
  }
  if (match.kind === "error") {
    record(run, hook, match, -1, { error: match.error });
    return match.error;
  }
  try {
    relevant.push({ hook, match, objects: versioned(match.invocation) });
    return undefined;
  } catch (error) {
    const failure = conversionError(error);
    record(run, hook, match, -1, { error: failure });
    return failure;
  }
}

function record(
  run: Run,
  hook: WebhookHook,
  { conditions }: Match,
  index: number,
  what: Pick<HookLine, "filter" | "error" | "call">,
): void {
  const line = hookLine({ hook, phase: "validate", round: 0, index }, what, conditions);
  run.recorder.hookLines.push(line);
}

async function callOne(
  run: Run,
  { hook, match, objects }: Relevant,
  index: number,
  frame: ReviewFrame,
): Promise<StatusError | undefined> {
  const startedAt = run.ports.now();
  try {
    const call = await callAndNote(run, hook, match.invocation, objects, frame);
    record(run, hook, match, index, { call });
    return conclude(run, hook, call);
  } catch (error) {
    return contain(run, hook, match, index, startedAt, error);
  }
}

async function callAndNote(
  run: Run,
  hook: WebhookHook,
  invocation: Invocation,
  { object, oldObject }: VersionedPair,
  frame: ReviewFrame,
): Promise<CallLine> {
  const { attributes, ports, recorder } = run;
  const result = await callWebhook({ hook, invocation, object, oldObject, attributes, frame, ports });
  const { response } = result;
  if (response) recordAnswer(recorder, ports, hook, response.auditAnnotations, response.warnings);
  return callLine(result, ports);
}

function conclude(run: Run, hook: WebhookHook, { outcome }: CallLine): StatusError | undefined {
  switch (outcome.kind) {
    case "allowed":
      return undefined;
    case "rejected":
    case "error":
      run.ports.log?.(
        "info",
        `rejected by webhook "${hook.name}": ${outcome.error.message}`,
        requestFields(run.attributes),
      );
      return outcome.error;
    case "failed":
      logFailure(run, hook, outcome);
      return outcome.ignored ? undefined : closedError(hook, outcome);
  }
}

/**
 * Turns an exception inside the server during one call into its failure: it must not affect the other calls
 * (apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch).
 */
function contain(
  run: Run,
  hook: WebhookHook,
  match: Match,
  index: number,
  startedAt: number,
  error: unknown,
): StatusError | undefined {
  const text = messageOf(error);
  const outcome = failed(hook, "panic", text, 0);
  record(run, hook, match, index, { call: brokenCall(outcome, startedAt, run.ports.now()) });
  if (hook.failurePolicy === "Ignore") {
    const line = `Panic calling webhook, failing open ${hook.name}: ${text}`;
    run.ports.log?.("warn", line, requestFields(run.attributes));
    return undefined;
  }
  return internalError(`ValidatingAdmissionWebhook/${hook.name} has panicked: ${text}`, error);
}

const brokenCall = (outcome: CallLine["outcome"], startedAt: number, now: number): CallLine => ({
  uid: "",
  startedAt,
  milliseconds: now - startedAt,
  budget: 0,
  remaining: undefined,
  attempts: 0,
  outcome,
  patch: undefined,
  changed: false,
  warnings: [],
  auditAnnotations: {},
  certificates: [],
});
