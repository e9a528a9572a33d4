import type { HookTarget } from "../src/admission/hook.ts";
import type { AdmissionPorts, CertificateFinding, TransportResult } from "../src/admission/ports.ts";
import type { WebhookAnswer } from "../src/http/webhook-client/answer.ts";
import type { WebhookClient } from "../src/http/webhook-client/client.ts";
import type { WebhookTransport } from "../src/http/webhook-client/transport.ts";

/** The real client behind the engine's port. */
export function callThrough(transport: WebhookTransport): AdmissionPorts["call"] {
  const clients = new WeakMap<HookTarget, WebhookClient>();
  return async (target, body, { timeoutMs, timeoutParam, signal }) => {
    const client = clients.get(target) ?? transport.prepare(target.clientConfig);
    clients.set(target, client);
    const deadline = performance.now() + timeoutMs;
    return resultOf(await client.post(body, { deadline, timeoutParam, ...(signal ? { signal } : {}) }));
  };
}

function resultOf(answer: WebhookAnswer): TransportResult {
  if (answer.kind === "answer") return answer;
  const { message, code, canceled, timedOut, stage, deprecated } = answer;
  const certificates = deprecated === undefined ? [] : findings(deprecated);
  return { kind: "error", message, code, canceled, timedOut, unusable: stage === "client", certificates };
}

function findings({
  host,
  missingSan,
  sha1,
}: NonNullable<(WebhookAnswer & { kind: "error" })["deprecated"]>): CertificateFinding[] {
  return [
    ...(missingSan ? [{ kind: "missing-san" as const, host }] : []),
    ...(sha1 ? [{ kind: "insecure-sha1" as const, host }] : []),
  ];
}
