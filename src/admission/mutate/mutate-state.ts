import type { KubeObject } from "../../api/meta.ts";
import type { PluginContext } from "../hook.ts";
import { PhaseContext, type Run } from "../run.ts";
import { Reinvocation } from "./reinvocation.ts";

/** State that the two rounds of the mutating phase share. */
export class MutateState {
  /** Object in the hub version. */
  object: KubeObject | null;
  /** True if a webhook or a policy changed the object: the chain runs once more. */
  again = false;
  /** Reinvocation of webhooks. */
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

  /** Returns the context of the next plugin, with the object as it is now. */
  context(round: 0 | 1): PluginContext {
    this.#context.object = this.object;
    this.#context.round = round;
    return this.#context;
  }

  /** True if a patch changed nothing; see `Attributes.freshlyStamped`. */
  sameAfterPatch(before: KubeObject, after: KubeObject): boolean {
    if (!this.#stamped) return this.#run.same(before, after);
    this.#stamped = false;
    return false;
  }

  /** Called when a policy has made a new object; see `Attributes.freshlyStamped`. */
  noteRewritten(): void {
    this.#stamped = false;
  }
}

/** True if the object has managedFields: only these have a time that was set in this request. */
function hasManagedFields(object: KubeObject | null): boolean {
  return (object?.metadata?.managedFields?.length ?? 0) > 0;
}
