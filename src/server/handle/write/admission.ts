import type { Attributes, Operation } from "../../../admission/attributes.ts";
import type { Admission, AdmissionEngine } from "../../../admission/engine.ts";
import type { Outcome } from "../../../admission/outcome.ts";
import { warningsOf } from "../../../admission/readers/warnings.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { SteadyClock } from "../../../api/steady-clock.ts";
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
  const admission = admits.engine.begin(attributesOf(admits, context, target, input));
  context.verdicts.push(admission.verdict);
  return admission;
}

function attributesOf(
  admits: Admits,
  context: RequestContext,
  target: Target,
  input: AdmissionInput,
): Attributes {
  const { resource, kind, subresource } = target;
  return {
    operation: input.operation,
    kind: subresource?.kind ?? { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: kind.version, resource: resource.plural },
    subresource: subresource?.name ?? "",
    name: input.name,
    namespace: admissionNamespace(target, input.name),
    user: context.user,
    dryRun: input.dryRun,
    options: input.options,
    oldObject: input.oldObject,
    ...(admits.noWebhookTimeout || context.timeoutMs === 0 ? {} : { deadline: deadlineOf(admits, context) }),
    freshlyStamped: context.freshlyStamped && !resource.custom,
    resumed: () => context.budget.work(context),
    pacer: () => pacer(context),
    // Made only when somebody waits for a webhook: a client that leaves ends the call.
    get signal() {
      return context.request.signal;
    },
  };
}

/** For a Namespace it is its own name (apiserver/pkg/endpoints/handlers/create.go, createHandler). */
function admissionNamespace({ resource, namespace, name }: Target, objectName: string): string {
  return resource.group === "" && resource.plural === "namespaces" ? name || objectName : namespace;
}

const deadlineOf = ({ steadyClock }: Admits, context: RequestContext): number =>
  steadyClock.now() + handlerTimeout(context) - steadyClock.since(context.request.startedAt);

/** A collection takes what time the request has. */
function handlerTimeout({ info, timeoutMs }: RequestContext): number {
  return info.verb === "deletecollection" ? timeoutMs : Math.min(timeoutMs, HANDLER_TIMEOUT_MS);
}

/** The object to go on with; a refusal leaves as the error it is. Warnings are kept either way. */
export function admitted(context: RequestContext, admission: Admission, outcome: Outcome): KubeObject | null {
  context.budget.work(context);
  for (const warning of warningsOf(admission.verdict)) context.warnings.add(warning);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.object;
}
