import type { TransportResult } from "../../admission/ports.ts";
import { calledAt } from "../../api/webhook-client-config.ts";
import { allowing, type CallWebhook } from "../requests/player.ts";

/** Nobody listens: a call fails at once. */
export const refusing =
  (isDown: (hook: string) => boolean): CallWebhook =>
  (...call) => {
    const [target] = call;
    return isDown(`${target.configuration}/${target.hook}`)
      ? Promise.resolve(failure(call, "connect: connection refused", false))
      : allowing(...call);
  };

/** Nothing comes back, as when the node has gone: a call takes all of its time. */
export const hanging =
  (isDown: (hook: string) => boolean): CallWebhook =>
  async (...call) => {
    const [target, , { timeoutMs }, time] = call;
    if (!isDown(`${target.configuration}/${target.hook}`)) return allowing(...call);
    await time.sleep(timeoutMs);
    return failure(call, "context deadline exceeded", true);
  };

/** In the words of kube-apiserver, which tells webhooks in the URL how many seconds they have. */
export function failure(
  [{ clientConfig }, , { timeoutMs }]: Parameters<CallWebhook>,
  why: string,
  timedOut: boolean,
): TransportResult {
  const address = calledAt(clientConfig);
  const seconds = `${address.includes("?") ? "&" : "?"}timeout=${Math.ceil(timeoutMs / 1000)}s`;
  return {
    kind: "error",
    message: `Post "${address}${seconds}": ${why}`,
    code: 503,
    canceled: false,
    timedOut,
  };
}
