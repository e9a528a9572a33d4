import type { KubeObject } from "../../api/meta.ts";
import { internalError, type StatusError } from "../../api/status.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type Matched, WebhookDispatcher } from "../dispatch/webhook-dispatcher.ts";
import { failed, newCall } from "../hooks/webhook/call-webhook.ts";
import { requestFields } from "../hooks/webhook/failure.ts";
import { type Run, requestTimeout } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import { RequestObjects, Versions } from "../versioned.ts";

/**
 * Calls all validating webhooks that match, at the same time
 * (apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch). Matching is complete before
 * the first call; all calls are awaited; the first error to arrive is the result.
 */
export async function callValidatingWebhooks(
  run: Run,
  object: KubeObject | null,
  name: string,
): Promise<StatusError | undefined> {
  const dispatcher = new ValidatingDispatcher(run, object, name);
  return (await dispatcher.considerAll()) ?? dispatcher.callAll();
}

class ValidatingDispatcher extends WebhookDispatcher {
  readonly #matched: Matched[] = [];
  readonly #errors: StatusError[] = [];

  constructor(run: Run, object: KubeObject | null, name: string) {
    super(run, "validating", 0, name, new RequestObjects(new Versions(object, run.ports), run.old));
  }

  protected override take(matched: Matched): undefined {
    this.#matched.push(matched);
  }

  async callAll(): Promise<Refusal> {
    if (this.#matched.length === 0) return undefined;
    if (this.run.ended) return requestTimeout();
    await Promise.all(this.#matched.map((one, index) => this.#callOne(one, index)));
    const [first, ...others] = this.#errors;
    for (const other of others) this.run.ports.log?.("info", other.message, requestFields(this.attributes));
    return first;
  }

  async #callOne(matched: Matched, index: number): Promise<void> {
    const { hook } = matched;
    const startedAt = this.run.ports.now();
    let refusal: Refusal;
    try {
      refusal = this.conclude(hook, await this.call(matched, index));
    } catch (error) {
      refusal = this.#contain(matched, index, startedAt, error);
    }
    if (refusal !== undefined) this.#errors.push(refusal);
  }

  /**
   * Turns an exception inside the server during one call into its failure: it must not affect the other calls
   * (apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch).
   */
  #contain({ hook, match }: Matched, index: number, startedAt: number, error: unknown): Refusal {
    const { ports } = this.run;
    const text = messageOf(error);
    const outcome = failed(hook, "panic", text, 0);
    const call = { ...newCall(startedAt), outcome, milliseconds: ports.now() - startedAt };
    this.record(hook, match, { call }, index);
    if (!outcome.ignored)
      return internalError(`ValidatingAdmissionWebhook/${hook.name} has panicked: ${text}`, error);
    const line = `Panic calling webhook, failing open ${hook.name}: ${text}`;
    ports.log?.("warn", line, requestFields(this.attributes));
    return undefined;
  }
}
