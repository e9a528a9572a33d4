import type { StatusError } from "../api/status.ts";
import type { PhaseName, Stage } from "./plan.ts";
import type { Run } from "./run.ts";

/** A refusal; undefined if there is none. */
export type Refusal = StatusError | undefined;

/** The work of one phase in one round. */
interface Phase {
  readonly name: PhaseName;
  readonly round: 0 | 1;
  /** Runs one stage. Returns a promise only if it has to wait. */
  run(stage: Stage): Refusal | Promise<Refusal>;
}

/**
 * Runs the stages of a phase in order, until the first refusal, which is the result (apiserver/pkg/admission/chain.go). Returns a
 * promise only if a stage has to wait. `from`: position of the first stage.
 */
export function runChain(
  run: Run,
  phase: Phase,
  from = 0,
  since: number = run.ports.now(),
): Refusal | Promise<Refusal> {
  const stages = run.plan.chain[phase.name][run.attributes.operation];
  let startedAt = since;
  for (let i = from; i < stages.length; i++) {
    const stage = stages[i] as Stage;
    const result = phase.run(stage);
    if (result instanceof Promise)
      return result.then((refusal) => {
        const now = run.notePlugin(stage, phase.name, phase.round, startedAt, refusal);
        return refusal ?? runChain(run, phase, i + 1, now);
      });
    startedAt = run.notePlugin(stage, phase.name, phase.round, startedAt, result);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Records the end of a phase, with its refusal if there is one. */
export function notePhase(run: Run, phase: PhaseName, startedAt: number, error: Refusal): void {
  run.recorder.phases.push({ phase, startedAt, milliseconds: run.ports.now() - startedAt, error });
}
