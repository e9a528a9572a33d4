import type { KubeObject } from "../../api/meta.ts";
import type { StatusError } from "../../api/status.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { Outcome } from "../outcome.ts";
import type { Stage } from "../plan.ts";
import { PhaseContext, type Run } from "../run.ts";
import { errorOf, runPlugin } from "../run-plugin.ts";
import { askValidatingPolicies } from "./ask-validating-policies.ts";
import { callValidatingWebhooks } from "./call-validating-webhooks.ts";

/**
 * Runs the validating phase: every plugin that takes part, in order, until the first refusal. The object is
 * not changed.
 */
export async function validate(run: Run, object: KubeObject | null, name: string): Promise<Outcome> {
  const startedAt = run.ports.now();
  run.recorder.validated = object;
  const error = await runChain(run, object, name);
  const milliseconds = run.ports.now() - startedAt;
  run.recorder.phases.push({ phase: "validate", startedAt, milliseconds, error });
  return error === undefined ? { kind: "admitted", object } : { kind: "refused", error };
}

async function runChain(run: Run, object: KubeObject | null, name: string): Promise<StatusError | undefined> {
  const context = new PhaseContext(run, object, name);
  let startedAt = run.ports.now();
  for (const stage of run.plan.chain.validate[run.attributes.operation]) {
    const pending = runStage(run, context, stage);
    const error = pending instanceof Promise ? await pending : pending;
    startedAt = run.notePlugin(stage, "validate", 0, startedAt, error);
    if (error !== undefined) return error;
  }
  return undefined;
}

type Refusal = StatusError | undefined;

function runStage(run: Run, context: PhaseContext, stage: Stage): Refusal | Promise<Refusal> {
  if (stage.kind === "webhooks") {
    const { object, name } = context;
    return run.candidates.validating.all.length === 0 ? undefined : callValidatingWebhooks(run, object, name);
  }
  if (stage.kind === "policies") {
    const { object, name } = context;
    return run.candidates.validatingPolicies.all.length === 0
      ? undefined
      : askValidatingPolicies(run, object, name);
  }
  const result = runPlugin(stage.plugin, "validate", context);
  return thenMaybe(result, errorOf);
}
