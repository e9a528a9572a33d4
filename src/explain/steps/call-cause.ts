import type { Attributes } from "../../admission/attributes.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import type { CallLine, CallOutcome } from "../../admission/verdict.ts";
import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { KubeObject } from "../../api/meta.ts";
import { parseJson } from "../../json/parse/parse.ts";
import { record, records, text } from "../../json/value.ts";
import { decodeJsonPatch } from "../../patch/decode.ts";
import type { JsonPatch } from "../../patch/operation.ts";
import { attempt } from "../../report/attempt.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { changesText } from "../changed-paths.ts";
import type { Cause } from "../explanation.ts";
import { callAdvice, injectionAdvice, UNKNOWN_AUTHORITY } from "../message/products/call-advice.ts";
import { refusalAdvice } from "../message/products/product-texts.ts";
import { operationError } from "../message/server/server-errors.ts";
import { namedPlaces } from "../refused/named-places.ts";
import { nearUser } from "../refused/near-user.ts";
import { placeInBody } from "../refused/place-in-body.ts";
import { pointerOf } from "../sources.ts";
import type { Subject } from "../subject.ts";
import type { World } from "../world.ts";
import { misencodedPatch, unreadMember } from "./answer-text.ts";
import { causeMaker, type MakeCause, mistake, type Reason, withChange } from "./explained.ts";
import { CLIENT_CONFIG, type Failed } from "./failed-call.ts";
import { failureText, NO_OBJECT, reasonOf } from "./failure-text.ts";
import type { WebhookOwner } from "./owners.ts";
import { appliedTo, patchCure, valueless } from "./patch-cure.ts";
import { plainWords } from "./plain-words.ts";
import type { SideEffect } from "./side-effect.ts";
import { notLeftOut, ownPod, tooWide } from "./too-wide.ts";

/** Returns the cause for a webhook that was called; undefined if it allowed the request. */
export function callCause(
  hook: WebhookHook,
  call: CallLine,
  owner: WebhookOwner,
  subject: Subject,
  object: KubeObject | null | undefined,
): Reason | undefined {
  const { attributes, world, ender, verdict } = subject;
  const { outcome } = call;
  const make = causeMaker(owner, world.sources);
  switch (outcome.kind) {
    case "allowed": {
      const unread = unreadMember(call.answer) ?? valueless(call.patch?.operations);
      return unread === undefined ? undefined : mistake(make("unusable-answer", unread, ["clientConfig"]));
    }
    case "rejected": {
      const wide = askedTooOften(hook, subject, object);
      const { message, code } = outcome.error;
      const unread = unreadMember(call.answer);
      const text = `${message}${unread === undefined ? "" : `: ${unread}`}${nullHint(message, attributes)}`;
      if (wide !== undefined) {
        const cause = make("denied", `${text}; ${wide.message}`, wide.path, { code });
        return mistake({ ...cause, advice: wide.advice });
      }
      const advice = refusedPlaces(message, subject, object ?? verdict.validated ?? verdict.received);
      const cause = make("denied", text, [], { code });
      return { cause: advice === "" ? cause : { ...cause, advice }, isMistake: unread !== undefined };
    }
    case "error":
      if (!attributes.dryRun || SILENT.has(hook.sideEffects ?? ""))
        return mistake(patchProblem(make, outcome.error.message, object, call, { attributes, world }));
      return mistake(dryRun(make, hook));
    case "failed":
      return mistake(
        failedCall(make, {
          ...{ hook, call, outcome, world, attributes },
          object: object ?? verdict.validated,
          isOver: ender?.isTime === true,
        }),
      );
  }
}

/** Says why a webhook is asked about more than may be meant; undefined if nothing tells it. */
function askedTooOften(
  hook: WebhookHook,
  { attributes, world, verdict }: Subject,
  object: KubeObject | null | undefined,
): SideEffect | undefined {
  const namespace = world.namespace(attributes.namespace);
  const conditions = hook.conditions.map(({ expression }, index) => ({
    expression,
    path: ["matchConditions", index, "expression"],
  }));
  return (
    tooWide(hook, { attributes, plan: verdict.plan, object, namespace }) ??
    nearUser(conditions, attributes.user.username)
  );
}

/** Names the places that a refusal is about, the changes of the request there, and the known way out. */
const refusedPlaces = (
  message: string,
  { attributes, world, verdict }: Subject,
  seen: KubeObject | null | undefined,
): string =>
  [
    namedPlaces(message, seen, world.sources, verdict.changes),
    changesText(attributes.oldObject, seen),
    refusalAdvice(message) ?? "",
  ]
    .filter((one) => one !== "")
    .join("; ");

/** A webhook that cannot read a deletion probably reads the object, which is null then. */
const nullHint = (message: string, { operation }: Attributes): string =>
  operation === "DELETE" && NOTHING_READ.test(message.slice(0, LONGEST_MATCHED))
    ? " (on DELETE request.object is null: request.oldObject has the object)"
    : "";

const NOTHING_READ =
  /no content to decode|<nil>|nil pointer|NoneType|unexpected end of JSON input|of (?:null|undefined)\b/;

/**
 * The failurePolicy does not apply: the server treats a patch that cannot be applied as its own internal
 * error.
 */
function patchProblem(
  make: MakeCause,
  message: string,
  object: KubeObject | null | undefined,
  call: CallLine,
  { attributes, world }: Pick<Subject, "attributes" | "world">,
): Cause {
  if (message.includes("attempted to modify the object"))
    return { ...make("unusable-answer", NO_OBJECT.message, ["rules"]), advice: NO_OBJECT.advice };
  const operations = call.patch?.operations ?? operationsIn(call.answer);
  const done = appliedTo(object ?? undefined, operations);
  const cure = patchCure(message, object ?? undefined, operations, done);
  const told = plainWords(message.replace(/^Internal error occurred: /, ""));
  const { kind, resource, operation } = attributes;
  const hint =
    operation === "CONNECT"
      ? `on CONNECT the object is a ${kind.kind}, not the ${resource.resource} itself: answer without a patch`
      : cure;
  const { group, version, kind: name } = kind;
  const found = world.registry.findKind(group, version, name);
  const place = placeInBody(message, done.whole ?? null, found?.kind.shape);
  const at = place.length === 0 ? "" : `, at ${pointerOf(place)}`;
  const text = `its patch cannot be applied: ${told}${at}${hint === "" ? "" : ` (${hint})`}; the request is refused whatever the failurePolicy`;
  const advice = cure === "" ? operationError(message)?.advice : undefined;
  return { ...make("call-failed", text, ["clientConfig"]), ...(advice && { advice }) };
}

/** The patch in an answer; empty if it has none that can be read. */
function operationsIn(answer: Uint8Array | undefined): JsonPatch["operations"] {
  const review = attempt(() => answer && parseJson(answer));
  const patch = text(record(record(review).response).patch);
  return attempt(() => decodeJsonPatch(Buffer.from(patch, "base64")).operations) ?? [];
}

const SILENT: ReadonlySet<string> = new Set(["None", "NoneOnDryRun"]);

function dryRun(make: MakeCause, { sideEffects }: WebhookHook): Cause {
  const message = `the request is a dry run, and sideEffects is ${sideEffects ?? "not set"}: only webhooks with None or NoneOnDryRun are called for dry runs`;
  const cause = make("dry-run", message, ["sideEffects"], sideEffects ?? null);
  return withChange(cause, { from: String(sideEffects), to: "None", called: true }, "sideEffects: None");
}

interface FailedCall {
  readonly hook: WebhookHook;
  readonly call: CallLine;
  readonly outcome: CallOutcome & { kind: "failed" };
  readonly world: Pick<World, "serviceHint" | "sources" | "namespace">;
  readonly attributes: Attributes;
  readonly object: KubeObject | null | undefined;
  /** True if the time of the request was over before it was carried out. */
  readonly isOver: boolean;
}

function failedCall(make: MakeCause, failed: FailedCall): Cause {
  const { hook, call, outcome, world, attributes, object } = failed;
  const {
    message: told,
    place = CLIENT_CONFIG,
    fix = "",
    isUnreached = false,
  } = failureText(hook, call, outcome);
  const isIllegal = outcome.reason.includes("illegal base64");
  const unread = unreadMember(call.answer) ?? (isIllegal ? misencodedPatch(call.answer) : undefined);
  const { service } = hook.target.clientConfig;
  const namespace = world.namespace(attributes.namespace);
  const isRefused = isUnreached && !outcome.ignored;
  const wide =
    notLeftOut(hook, { object, namespace }) ??
    (isRefused ? ownPod(hook, object, attributes, world.sources) : undefined);
  const parts = [
    told,
    unread === undefined ? "" : ` (${unread})`,
    isUnreached && service !== undefined
      ? ` (${world.serviceHint(`${service.namespace}/${service.name}`)})`
      : "",
    `; ${consequenceOf(failed)}`,
    wide === undefined ? "" : `; ${wide.message}`,
  ];
  const { failure, answered } = outcome;
  const saw = { failure, ...(answered && { status: answered.status, contentType: answered.contentType }) };
  const advice = wide?.advice ?? wayToPods(failed, isUnreached, isRefused);
  return { ...make("call-failed", parts.join(""), place, saw), fix, ...(advice !== "" && { advice }) };
}

function consequenceOf({ outcome, isOver }: FailedCall): string {
  if (!outcome.ignored) return "failurePolicy Fail refused the request";
  return isOver
    ? "failurePolicy is Ignore, but the time of the request was over"
    : "failurePolicy Ignore let the request pass";
}

/** Says how the server reaches the webhook, or how requests of this namespace do without it; empty if it is not known. */
function wayToPods(
  { hook, outcome, world, attributes }: FailedCall,
  isUnreached: boolean,
  isRefused: boolean,
): string {
  const { service } = hook.target.clientConfig;
  const { namespace } = attributes;
  const cure = (service && bundleAdvice(hook, service, outcome, world)) || callAdvice(reasonOf(outcome));
  const way = isUnreached && service !== undefined && !cure ? portAdvice(outcome, service, world) : cure;
  const scope =
    isRefused && namespace !== ""
      ? `if it is not meant for requests in ${namespace}, leave this namespace out by its namespaceSelector`
      : "";
  return [way, scope].filter((one) => one).join("; ");
}

/** Says how a missing caBundle gets into the configuration of a webhook, if the manifests tell it; empty for other failures. */
function bundleAdvice(
  { phase, configuration, target }: WebhookHook,
  service: Address,
  outcome: Failed,
  { sources }: Pick<World, "sources">,
): string {
  if (!UNKNOWN_AUTHORITY.test(outcome.reason) || target.clientConfig.caBundle) return "";
  const found = sources.find(WEBHOOK_KINDS[phase], configuration)?.object;
  return injectionAdvice(service, found, sources);
}

/** Without any answer, the way to the pods may be closed: the server connects to their port, not to that of the Service. */
export function portAdvice(
  { failure, reason }: Pick<Failed, "failure" | "reason">,
  { namespace, name, port = 443 }: Address,
  { sources }: Pick<World, "sources">,
): string {
  if (failure !== "timeout" && !NO_WAY.test(reason.slice(0, LONGEST_MATCHED))) return "";
  const { object } = sources.find("Service", name) ?? {};
  const { namespace: its = "default" } = record(object?.metadata);
  const ports = its === namespace ? records(record(object?.spec).ports) : [];
  const { targetPort } = ports.find((one) => one.port === port) ?? {};
  const told =
    targetPort === undefined ? "their port (targetPort of the Service)" : `their port ${String(targetPort)}`;
  return `the API server connects to the pods behind the Service at ${told}: a firewall or a NetworkPolicy between them may close it (in clouds, nodes often let only 443 and 10250 pass from the control plane)`;
}

type Address = { readonly namespace: string; readonly name: string; readonly port?: number };

const NO_WAY =
  /i\/o timeout|no route to host|deadline exceeded|handshake timeout|timed out|Address is not allowed|No agent available/;
