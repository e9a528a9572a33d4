import type { Attributes, Operation } from "../../../admission/attributes.ts";
import type { Admission, AdmissionEngine } from "../../../admission/engine.ts";
import type { Outcome } from "../../../admission/outcome.ts";
import { warningsOf } from "../../../admission/readers/warnings.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import type { SteadyClock } from "../../../api/steady-clock.ts";
import type { Pause } from "../../../api/steps.ts";
import { HANDLER_TIMEOUT_MS } from "../../accept/deadline.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import { pacer } from "./turns.ts";

export interface Admits {
  readonly engine: AdmissionEngine;
  /** Webhooks may take as long as they like. */
  readonly noWebhookTimeout: boolean;
  /** By which webhooks take their time. */
  readonly steadyClock: SteadyClock;
}

export interface AdmissionInput {
  readonly operation: Operation;
  readonly name: string;
  readonly dryRun: boolean;
  readonly options: JsonObject | null;
  readonly oldObject: KubeObject | null;
}

/** Begins one evaluation of admission for this request; its verdict is kept with the request. */
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
 * What admission is told about a request. A class, because V8 keeps each literal with a getter as a table of its own, which
 * is slow to make and to read.
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

  /** Made only when somebody waits for a webhook: a client that leaves ends the call. */
  get signal(): AbortSignal {
    return this.#context.request.signal;
  }
}

/** For a Namespace it is its own name (apiserver/pkg/endpoints/handlers/create.go, createHandler). */
function admissionNamespace({ resource, namespace, name }: Target, objectName: string): string {
  return resource.group === "" && resource.plural === "namespaces" ? name || objectName : namespace;
}

const deadlineOf = ({ steadyClock }: Admits, context: RequestContext): number =>
  steadyClock.now() + handlerTimeout(context) - steadyClock.since(context.request.startedAt);

/** Milliseconds for the work behind a write. A deletion of a collection may take the time of the request. */
export function handlerTimeout({ info, timeoutMs }: RequestContext): number {
  return info.verb === "deletecollection" ? timeoutMs : Math.min(timeoutMs, HANDLER_TIMEOUT_MS);
}

/** The object to go on with; a refusal leaves as the error it is. Warnings are kept either way. */
export function admitted(context: RequestContext, admission: Admission, outcome: Outcome): KubeObject | null {
  context.budget.work(context);
  for (const warning of warningsOf(admission.verdict)) context.warnings.add(warning);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.object;
}
