import type { KubeObject } from "../../api/meta.ts";
import type { StatusError } from "../../api/status.ts";
import type { Outcome } from "../outcome.ts";
import type { Stage } from "../plan.ts";
import type { Run } from "../run.ts";
import { errorOf, runPlugin } from "../run-plugin.ts";
import { askValidatingPolicies } from "./ask-validating-policies.ts";
import { callValidatingWebhooks } from "./call-validating-webhooks.ts";

/** The validating phase: every plugin that takes part, in order, until the first refusal. Nothing is changed. */
export async function validate(run: Run, object: KubeObject | null, name: string): Promise<Outcome> {
  const startedAt = run.ports.now();
  const error = await runChain(run, object, name);
  const milliseconds = run.ports.now() - startedAt;
  run.recorder.phases.push({ phase: "validate", startedAt, milliseconds, error });
  return error === undefined ? { kind: "admitted", object } : { kind: "refused", error };
}

async function runChain(run: Run, object: KubeObject | null, name: string): Promise<StatusError | undefined> {
  let startedAt = run.ports.now();
  for (const stage of run.plan.chain.validate[run.attributes.operation]) {
    const pending = runStage(run, object, name, stage);
    const error = pending instanceof Promise ? await pending : pending;
    startedAt = run.notePlugin(stage, "validate", 0, startedAt, error);
    if (error !== undefined) return error;
  }
  return undefined;
}

type Refusal = StatusError | undefined;

function runStage(
  run: Run,
  object: KubeObject | null,
  name: string,
  stage: Stage,
): Refusal | Promise<Refusal> {
  if (stage.kind === "webhooks") {
    return run.candidates.validating.length === 0 ? undefined : callValidatingWebhooks(run, object, name);
  }
  if (stage.kind === "policies") {
    return run.candidates.validatingPolicies.length === 0
      ? undefined
      : askValidatingPolicies(run, object, name);
  }
  const context = run.pluginContext(object, name, 0);
  const result = runPlugin(() => stage.plugin.validate?.(context));
  return result instanceof Promise ? result.then(errorOf) : errorOf(result);
}
