import type { Attributes, Operation } from "../../../admission/attributes.ts";
import type { Admission, AdmissionEngine } from "../../../admission/engine.ts";
import type { Outcome } from "../../../admission/outcome.ts";
import { warningsOf } from "../../../admission/readers/warnings.ts";
import { cancellationOf } from "../../../api/exchange/exchange.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../../api/group-version.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import type { Cancellation } from "../../../async/cancellation.ts";
import type { SteadyClock } from "../../../async/steady-clock.ts";
import type { Pause } from "../../../async/steps.ts";
import type { JsonObject } from "../../../json/value.ts";
import { HANDLER_TIMEOUT_MS } from "../../accept/deadline.ts";
import { pacer } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";

/** Dependencies of admission. */
export interface Admits {
  readonly engine: AdmissionEngine;
  /** True if webhooks have no timeout. */
  readonly noWebhookTimeout: boolean;
  /** Clock of webhook durations. */
  readonly steadyClock: SteadyClock;
}

/** A request as admission needs it. `oldObject` is null for a create. */
export type AdmissionInput = Pick<Attributes, "operation" | "name" | "dryRun" | "options" | "oldObject">;

/** Begins one evaluation of admission for this request; its verdict is stored with the request. */
export function beginAdmission(
  admits: Admits,
  context: RequestContext,
  target: Target,
  input: AdmissionInput,
): Admission {
  const admission = admits.engine.begin(new RequestAttributes(admits, context, target, input));
  context.verdicts.push(admission.verdict);
  return admission;
}

/**
 * Attributes of a request for admission. A class, because V8 stores each literal with a getter as a table of
 * its own, which is slow to make and to read.
 */
class RequestAttributes implements Attributes {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly options: JsonObject | null;
  readonly oldObject: KubeObject | null;
  readonly deadline?: number;
  readonly freshlyStamped: boolean;
  readonly #context: RequestContext;

  constructor(admits: Admits, context: RequestContext, target: Target, input: AdmissionInput) {
    const { resource, kind, subresource } = target;
    this.operation = input.operation;
    this.kind = subresource?.kind ?? { group: kind.group, version: kind.version, kind: kind.kind };
    this.resource = { group: resource.group, version: kind.version, resource: resource.plural };
    this.subresource = subresource?.name ?? "";
    this.name = input.name;
    this.namespace = admissionNamespace(target, input.name);
    this.user = context.user;
    this.dryRun = input.dryRun;
    this.options = input.options;
    this.oldObject = input.oldObject;
    if (!admits.noWebhookTimeout && context.timeoutMs !== 0) this.deadline = deadlineOf(admits, context);
    this.freshlyStamped = context.freshlyStamped && !resource.custom;
    this.#context = context;
  }

  resumed(): void {
    this.#context.budget.work(this.#context);
  }

  pacer(): Pause {
    return pacer(this.#context);
  }

  /** A disconnected client ends the calls of webhooks. */
  get signal(): Cancellation {
    return cancellationOf(this.#context.request);
  }
}

/**
 * Returns the namespace for admission; for a Namespace, its own name
 * (apiserver/pkg/endpoints/handlers/create.go, createHandler).
 */
function admissionNamespace({ resource, namespace, name }: Target, objectName: string): string {
  return resource.group === "" && resource.plural === "namespaces" ? name || objectName : namespace;
}

const deadlineOf = ({ steadyClock }: Admits, context: RequestContext): number =>
  steadyClock.now() + handlerTimeout(context) - steadyClock.since(context.request.startedAt);

/**
 * Returns the time limit of the work behind a write, in milliseconds. A deletion of a collection has the time
 * limit of its request.
 */
export function handlerTimeout({ info, timeoutMs }: RequestContext): number {
  return info.verb === "deletecollection" ? timeoutMs : Math.min(timeoutMs, HANDLER_TIMEOUT_MS);
}

/** Returns the object after admission. Throws the error of a refusal. Warnings are added in both cases. */
export function admitted(context: RequestContext, admission: Admission, outcome: Outcome): KubeObject | null {
  context.budget.work(context);
  for (const warning of warningsOf(admission.verdict)) context.warnings.add(warning);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.object;
}

/** Length of responses, in bytes, up to which their patches make an object only a little larger. */
const SMALL = 16 << 10;

/** True if webhooks or policies may have made the object much larger than the sent one. */
export function mayHaveGrown({ asked, askedPolicies }: Admission["verdict"]): boolean {
  let answered = 0;
  for (const { call } of asked) {
    if (call?.changed !== true) continue;
    // The verdict has no long responses.
    if (call.answer === undefined || call.patch?.operations.some((one) => one?.op === "copy")) return true;
    answered += call.answer.byteLength;
  }
  return (
    answered > SMALL || askedPolicies.some(({ checks }) => checks.some(({ changed }) => changed === true))
  );
}
