import type { KubeObject } from "../../api/meta.ts";

/** Which hooks are asked a second time (apiserver/pkg/admission/plugin/webhook/mutating/reinvocationcontext.go). */
export class Reinvocation {
  /** The object as the webhooks left it in the first round. */
  lastOutput: KubeObject | null = null;
  readonly #asked = new Set<string>();
  readonly #again = new Set<string>();

  /** A hook with policy IfNeeded was called, successfully or not. */
  noteCall(uid: string): void {
    this.#asked.add(uid);
  }

  /** Something changed: hooks that were called before have to be called again. */
  promote(): void {
    for (const uid of this.#asked) this.#again.add(uid);
    this.#asked.clear();
  }

  isNeeded(uid: string): boolean {
    return this.#again.has(uid);
  }
}
