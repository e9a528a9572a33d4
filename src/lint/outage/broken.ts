import type { TransportResult } from "../../admission/ports.ts";
import { calledAt } from "../../api/webhook-client-config.ts";
import { allowing, type CallWebhook } from "../requests/player.ts";

/** Simulates webhooks whose server is stopped: calls fail immediately. */
export const refusing =
  (isDown: (hook: string) => boolean): CallWebhook =>
  (...call) => {
    const [target] = call;
    return isDown(`${target.configuration}/${target.hook}`)
      ? Promise.resolve(failure(call, "connect: connection refused", false))
      : allowing(...call);
  };

/** Simulates webhooks whose node is lost: calls get no response and use their whole timeout. */
export const hanging =
  (isDown: (hook: string) => boolean): CallWebhook =>
  async (...call) => {
    const [target, , { timeoutMs }, time] = call;
    if (!isDown(`${target.configuration}/${target.hook}`)) return allowing(...call);
    await time.sleep(timeoutMs);
    return failure(call, "context deadline exceeded", true);
  };

/**
 * Returns a failed call in the words of kube-apiserver, which sends the timeout to webhooks in the URL, in
 * seconds.
 */
export function failure(
  [{ clientConfig }, , { timeoutMs }]: Parameters<CallWebhook>,
  why: string,
  timedOut: boolean,
): TransportResult {
  const address = calledAt(clientConfig);
  const seconds = `${address.includes("?") ? "&" : "?"}timeout=${Math.ceil(timeoutMs / 1000)}s`;
  const message = `Post "${address}${seconds}": ${why}`;
  return { kind: "error", message, code: 503, canceled: false, timedOut };
}
