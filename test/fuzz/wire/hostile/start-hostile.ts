import type { Socket } from "node:net";
import { certificatesOf } from "./certificates.ts";
import { LISTENERS, type Listener, type ListenerName, openListener } from "./listeners.ts";

export const POLICIES = ["Fail", "Ignore"] as const;
export const TYPES = ["mutating", "validating"] as const;

/** Webhooks that behave as the object of the review requests. */
export interface Hostile {
  readonly names: readonly ListenerName[];
  /**
   * Resources and bodies of the configurations that register all webhooks. An object selects its webhook by its
   * labels.
   */
  configurations(): readonly (readonly [resource: string, body: unknown])[];
  close(): Promise<void>;
}

/** Time limit of a call, in seconds. */
export const TIMEOUT_S = 1;

export async function startHostile(): Promise<Hostile> {
  const certificates = await certificatesOf();
  const sockets = new Set<Socket>();
  const open: { name: ListenerName; listener: Listener; port: number; close(): void }[] = [];
  for (const listener of LISTENERS)
    open.push({ name: listener.name, listener, ...(await openListener(listener, certificates, sockets)) });
  const caBundle = Buffer.from(certificates.ca).toString("base64");
  const configurations = () =>
    TYPES.map((type) => {
      const kind = type === "mutating" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
      const webhooks = POLICIES.flatMap((failurePolicy) =>
        open.map(({ name, listener, port }) => ({
          name: `${name}.${failurePolicy.toLowerCase()}.example.com`,
          clientConfig: { url: `https://${listener.host ?? "127.0.0.1"}:${port}/hook`, caBundle },
          rules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
          ],
          objectSelector: { matchLabels: { type, failurePolicy, listener: name } },
          failurePolicy,
          sideEffects: "None",
          timeoutSeconds: TIMEOUT_S,
          admissionReviewVersions: ["v1"],
        })),
      );
      const body = { kind, metadata: { name: "hostile" }, webhooks };
      return [`${kind.toLowerCase()}s`, body] as const;
    });
  const close = async (): Promise<void> => {
    for (const { close } of open) close();
    for (const socket of sockets) socket.destroy();
  };
  return { names: open.map(({ name }) => name), configurations, close };
}
