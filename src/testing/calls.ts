import type { HookTarget } from "../admission/hook.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import type { Intercept } from "../cluster/cluster.ts";
import { messageOf } from "../report/describe-error.ts";
import type { ClusterClock } from "./clock.ts";
import { type Answer, type Fault, withFault } from "./faults.ts";
import { type AnswerReview, answererOf, type WebhookSource } from "./webhook-sources.ts";

interface Placed {
  readonly fault: Fault;
  /** Number of further calls that have the fault. */
  left: number;
}

/** The sources of the webhooks' responses, and the faults of webhooks. */
export class Calls {
  readonly #sources = new Map<string, WebhookSource>();
  readonly #answerers = new Map<string, AnswerReview>();
  readonly #faults = new Map<string, Placed>();
  readonly #clock: ClusterClock;

  constructor(clock: ClusterClock) {
    this.#clock = clock;
  }

  /**
   * Sets the source of a webhook's responses. `name`: that of the webhook, or `configuration/webhook` if
   * several webhooks have the name.
   */
  set(name: string, source: WebhookSource): void {
    this.#sources.set(name, source);
    this.#answerers.clear();
  }

  /** Adds a fault to a webhook for a number of calls. Returns a function that removes it. */
  break(name: string, fault: Fault, times: number): () => void {
    this.#faults.set(name, { fault, left: times });
    return () => void this.#faults.delete(name);
  }

  mendAll(): void {
    this.#faults.clear();
  }

  readonly intercept: Intercept = async (target, body, options, pass) => {
    const answer: Answer = () => this.#answererOf(target)(body, pass);
    const fault = this.#faultOf(target);
    try {
      if (fault === undefined) return await inTime(answer(), target, options);
      return await withFault(fault, target, options, { answer, clock: this.#clock });
    } catch (error) {
      return failed(target, error);
    }
  };

  #faultOf(target: HookTarget): Fault | undefined {
    const placed = this.#faults.get(target.hook) ?? this.#faults.get(fullName(target));
    if (placed === undefined || placed.left === 0) return undefined;
    placed.left--;
    return placed.fault;
  }

  #answererOf(target: HookTarget): AnswerReview {
    const name = fullName(target);
    let found = this.#answerers.get(name);
    if (found === undefined) {
      const source = this.#sources.get(name) ?? this.#sources.get(target.hook) ?? "network";
      found = answererOf(source, target.phase);
      this.#answerers.set(name, found);
    }
    return found;
  }
}

const fullName = ({ configuration, hook }: HookTarget): string => `${configuration}/${hook}`;

/** Limits the time of a response, so that a function that never resolves does not block the test. */
function inTime(
  answer: Promise<TransportResult>,
  target: HookTarget,
  { timeoutMs }: CallOptions,
): Promise<TransportResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<TransportResult>((resolve) => {
    timer = setTimeout(
      () => resolve(failed(target, new Error("context deadline exceeded"), true)),
      timeoutMs,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function failed(target: HookTarget, error: unknown, timedOut = false): TransportResult {
  const why = messageOf(error);
  return { kind: "error", message: `Post "${target.hook}": ${why}`, code: 503, canceled: false, timedOut };
}
