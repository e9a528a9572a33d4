import type { KubeObject } from "../../api/meta.ts";
import type { PluginContext } from "../hook.ts";
import { PhaseContext, type Run } from "../run.ts";
import { Reinvocation } from "./reinvocation.ts";

/** What the two rounds of the mutating phase hand on. */
export class MutateState {
  /** In the hub version. */
  object: KubeObject | null;
  /** A webhook or a policy changed the object: the chain runs once more. */
  again = false;
  /** Of webhooks. */
  readonly reinvocation = new Reinvocation();
  readonly policyReinvocation = new Reinvocation();
  readonly #run: Run;
  readonly #context: PhaseContext;
  #stamped: boolean;

  constructor(run: Run, object: KubeObject | null) {
    this.#run = run;
    this.object = object;
    this.#context = new PhaseContext(run, object, run.attributes.name);
    this.#stamped = run.attributes.freshlyStamped === true && hasManagedFields(object);
  }

  /** For the next plugin: with the object as it is now. */
  context(round: 0 | 1): PluginContext {
    this.#context.object = this.object;
    this.#context.round = round;
    return this.#context;
  }

  /** Whether a patch made no difference; see `Attributes.freshlyStamped`. */
  sameAfterPatch(before: KubeObject, after: KubeObject): boolean {
    if (!this.#stamped) return this.#run.same(before, after);
    this.#stamped = false;
    return false;
  }

  /** A policy has made a new object: see `Attributes.freshlyStamped`. */
  noteRewritten(): void {
    this.#stamped = false;
  }
}

/** Nothing else carries a time that was made in this request. */
function hasManagedFields(object: KubeObject | null): boolean {
  return (object?.metadata?.managedFields?.length ?? 0) > 0;
}
