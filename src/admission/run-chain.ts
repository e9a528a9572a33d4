import type { StatusError } from "../api/status.ts";
import type { PhaseName, Stage } from "./plan.ts";
import type { Run } from "./run.ts";
import type { ChainLine } from "./verdict.ts";

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
 * promise only if a stage has to wait.
 */
export function runChain(run: Run, phase: Phase): Refusal | Promise<Refusal> {
  const chain = new Chain(run, phase);
  run.recorder.chains.push(chain);
  return chain.goOn();
}

class Chain implements ChainLine {
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  readonly stages: readonly Stage[];
  readonly startedAt: number;
  readonly endedAt: number[] = [];
  error: Refusal;
  readonly #run: Run;
  readonly #work: Phase;

  constructor(run: Run, work: Phase) {
    this.phase = work.name;
    this.round = work.round;
    this.stages = run.plan.chain[work.name][run.attributes.operation];
    this.startedAt = run.ports.now();
    this.#run = run;
    this.#work = work;
  }

  /** Runs the stages that have not run yet. */
  goOn(): Refusal | Promise<Refusal> {
    for (let i = this.endedAt.length; i < this.stages.length; i++) {
      const result = this.#work.run(this.stages[i] as Stage);
      if (result instanceof Promise)
        return result.then((refusal) => {
          this.#end(refusal);
          return refusal ?? this.goOn();
        });
      this.#end(result);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  #end(refusal: Refusal): void {
    this.endedAt.push(this.#run.ports.now());
    this.error = refusal;
  }
}

/** Records the end of a phase, with its refusal if there is one. */
export function notePhase(run: Run, phase: PhaseName, startedAt: number, error: Refusal): void {
  run.recorder.phases.push({ phase, startedAt, milliseconds: run.ports.now() - startedAt, error });
}
