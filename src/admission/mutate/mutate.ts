import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { BuiltinPlugin, PluginResult } from "../hook.ts";
import type { Outcome } from "../outcome.ts";
import type { Stage } from "../plan.ts";
import type { Run } from "../run.ts";
import { notePhase, type Refusal, runChain } from "../run-chain.ts";
import { errorOf, runPlugin } from "../run-plugin.ts";
import { askMutatingPolicies } from "./ask-mutating-policies.ts";
import { callMutatingWebhooks } from "./call-mutating-webhooks.ts";
import { MutateState } from "./mutate-state.ts";

/**
 * Runs the mutating phase: every plugin of the phase, in order, and once more if a webhook or a policy
 * changed the object (apiserver/pkg/admission/reinvocation.go, Admit).
 */
export function mutate(run: Run, object: KubeObject | null): Outcome | Promise<Outcome> {
  const startedAt = run.ports.now();
  run.recorder.received = object;
  const state = new MutateState(run, object);
  const round = (round: 0 | 1): Refusal | Promise<Refusal> =>
    runChain(run, { name: "admit", round, run: (stage) => runStage(run, state, stage, round) });
  const refusal = thenMaybe(round(0), (error) => error ?? (state.again ? round(1) : undefined));
  return thenMaybe(refusal, (error) => {
    notePhase(run, "admit", startedAt, error);
    return error === undefined ? { kind: "admitted", object: state.object } : { kind: "refused", error };
  });
}

function runStage(run: Run, state: MutateState, stage: Stage, round: 0 | 1): Refusal | Promise<Refusal> {
  if (stage.kind === "webhooks") {
    return run.candidates.mutating.all.length === 0 ? undefined : callMutatingWebhooks(run, state, round);
  }
  if (stage.kind === "policies") {
    return run.candidates.mutatingPolicies.all.length === 0
      ? undefined
      : askMutatingPolicies(run, state, round);
  }
  const { plugin } = stage;
  const result = runPlugin(plugin, "admit", state.context(round));
  return result instanceof Promise
    ? result.then((made) => take(run, state, made, plugin, round))
    : take(run, state, result, plugin, round);
}

function take(
  { recorder }: Run,
  state: MutateState,
  result: PluginResult,
  { name }: BuiltinPlugin,
  round: 0 | 1,
): Refusal {
  const error = errorOf(result);
  if (error !== undefined) return error;
  if (result === undefined || result instanceof StatusError) return undefined;
  recorder.changes.push({ kind: "plugin", name, round, before: state.object, after: result });
  state.object = result;
  return undefined;
}
