import type { KubeObject } from "../../api/meta.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { Outcome } from "../outcome.ts";
import type { Stage } from "../plan.ts";
import { PhaseContext, type Run } from "../run.ts";
import { notePhase, type Refusal, runChain } from "../run-chain.ts";
import { errorOf, runPlugin } from "../run-plugin.ts";
import { askValidatingPolicies } from "./ask-validating-policies.ts";
import { callValidatingWebhooks } from "./call-validating-webhooks.ts";

/**
 * Runs the validating phase: every plugin that takes part, in order, until the first refusal. The object is
 * not changed.
 */
export function validate(run: Run, object: KubeObject | null, name: string): Outcome | Promise<Outcome> {
  const startedAt = run.ports.now();
  run.recorder.validated = object;
  const context = new PhaseContext(run, object, name);
  const refusal = runChain(run, {
    name: "validate",
    round: 0,
    run: (stage) => runStage(run, context, stage),
  });
  return thenMaybe(refusal, (error) => {
    notePhase(run, "validate", startedAt, error);
    return error === undefined ? { kind: "admitted", object } : { kind: "refused", error };
  });
}

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
  return thenMaybe(runPlugin(stage.plugin, "validate", context), errorOf);
}
