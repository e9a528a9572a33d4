import type { HookTarget } from "../src/admission/hook.ts";
import type { AdmissionPorts } from "../src/admission/ports.ts";
import { transportResult } from "../src/cluster/webhook-caller.ts";
import type { WebhookClient } from "../src/http/webhook-client/client.ts";
import type { WebhookTransport } from "../src/http/webhook-client/transport.ts";

/** The real client behind the engine's port. `patienceMs`: how much longer than they may calls take, on a busy machine. */
export function callThrough(transport: WebhookTransport, patienceMs: number): AdmissionPorts["call"] {
  const clients = new WeakMap<HookTarget, WebhookClient>();
  return async (target, body, { timeoutMs, timeoutParam, signal }) => {
    const client = clients.get(target) ?? transport.prepare(target.clientConfig);
    clients.set(target, client);
    const deadline = performance.now() + timeoutMs + patienceMs;
    return transportResult(
      await client.post(body, { deadline, timeoutParam, ...(signal ? { signal } : {}) }),
    );
  };
}
