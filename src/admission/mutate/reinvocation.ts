import type { KubeObject } from "../../api/meta.ts";
import type { Run } from "../run.ts";

/**
 * Hooks that are called a second time
 * (apiserver/pkg/admission/plugin/webhook/mutating/reinvocationcontext.go).
 */
export class Reinvocation {
  /** Object at the end of the first round. */
  lastOutput: KubeObject | null = null;
  readonly #asked = new Set<string>();
  readonly #again = new Set<string>();

  /** Begins a round: in the second one, hooks are called again if others changed the object meanwhile. */
  begin(round: 0 | 1, object: KubeObject | null, run: Pick<Run, "same">): void {
    if (round === 1 && this.#asked.size > 0 && !run.same(this.lastOutput, object)) this.promote();
  }

  /** Records a call of a hook with the reinvocation policy IfNeeded, successful or not. */
  noteCall(uid: string): void {
    this.#asked.add(uid);
  }

  /** Records a change of the object: hooks that were called before have to be called again. */
  promote(): void {
    for (const uid of this.#asked) this.#again.add(uid);
    this.#asked.clear();
  }

  isNeeded(uid: string): boolean {
    return this.#again.has(uid);
  }
}
