/** The part of an AbortSignal that a wait needs. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A cancellation that costs a small part of an AbortController, for work that is nearly never cancelled. */
export class Canceller implements Cancellation {
  #aborted = false;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** The listener is called once, and not at all after `abort`, as with an AbortSignal. */
  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }
}

/** An AbortSignal that is aborted with a cancellation. `reason` is called then; absent: an AbortError. */
export function signalOf(cancellation: Cancellation, reason?: () => Error): AbortSignal {
  if (cancellation instanceof AbortSignal) return cancellation;
  const controller = new AbortController();
  const abort = (): void => controller.abort(reason?.());
  if (cancellation.aborted) abort();
  else cancellation.addEventListener("abort", abort);
  return controller.signal;
}
