import type { TransportResult } from "../../admission/ports.ts";
import { allowing, type CallWebhook } from "../requests/player.ts";

/** Nobody listens: a call fails at once. */
export const refusing =
  (isDown: (hook: string) => boolean): CallWebhook =>
  (...call) => {
    const [target] = call;
    return isDown(`${target.configuration}/${target.hook}`)
      ? Promise.resolve(failure(target.hook, "connect: connection refused", false))
      : allowing(...call);
  };

/** Nothing comes back, as when the node has gone: a call takes all of its time. */
export const hanging =
  (isDown: (hook: string) => boolean): CallWebhook =>
  async (...call) => {
    const [target, , { timeoutMs }, time] = call;
    if (!isDown(`${target.configuration}/${target.hook}`)) return allowing(...call);
    await time.sleep(timeoutMs);
    return failure(target.hook, "context deadline exceeded", true);
  };

export const failure = (hook: string, why: string, timedOut: boolean): TransportResult => ({
  kind: "error",
  message: `Post "${hook}": ${why}`,
  code: 503,
  canceled: false,
  timedOut,
});
