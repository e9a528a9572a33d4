/** One webhook; `call` is absent if it was not called. */
interface Asked {
  readonly phase: "admit" | "validate";
  readonly call?: { readonly milliseconds: number } | undefined;
}

/**
 * Time that a request waited for webhooks, in milliseconds. Mutating ones are called one after the other,
 * validating ones at the same time (apiserver/pkg/endpoints/request/webhook_duration.go).
 */
export function webhookTime(verdicts: Iterable<{ readonly asked: Iterable<Asked> }>): number {
  let [sum, most] = [0, 0];
  for (const { asked } of verdicts)
    for (const { phase, call } of asked) {
      const { milliseconds = 0 } = call ?? {};
      if (phase === "admit") sum += milliseconds;
      else most = Math.max(most, milliseconds);
    }
  return sum + most;
}
