import type { KubeObject } from "../../api/meta.ts";
import type { Run } from "../run.ts";
import { Reinvocation } from "./reinvocation.ts";

/** What the two rounds of the mutating phase hand on. */
export class MutateState {
  /** In the hub version. */
  object: KubeObject | null;
  /** A webhook or a policy changed the object: the chain runs once more. */
  again = false;
  readonly reinvocation = new Reinvocation();
  readonly #run: Run;
  #stamped: boolean;

  constructor(run: Run, object: KubeObject | null) {
    this.#run = run;
    this.object = object;
    this.#stamped = run.attributes.freshlyStamped === true;
  }

  /** Whether a patch made no difference; see `Attributes.freshlyStamped`. */
  sameAfterPatch(before: KubeObject, after: KubeObject): boolean {
    if (!this.#stamped) return this.#run.same(before, after);
    this.#stamped = false;
    return false;
  }
}
