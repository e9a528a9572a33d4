import { createWebhookTransport, type WebhookTransport } from "../../../http/webhook-client/transport.ts";
import type { Rotation, Target } from "./targets.ts";

/**
 * Interval of calls from a new API server: one call of five comes from a server that has just started and has
 * no connections yet.
 */
const NEW_OF = 5;

/** Number of calls after which each kind of API server has called every target at every pod. */
export const callsOfAll = (targets: number, pods: number): number => targets * pods * NEW_OF;

const PATIENCE_MS = 30_000;

const REVIEW = JSON.stringify({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "rehearsal",
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    operation: "CREATE",
    userInfo: {},
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "rehearsal" } },
  },
});

/**
 * API servers as webhooks see them: one has its connections to one pod, the next to another, and now and then one is new.
 * They call by the client that the server calls with, which makes new connections for a new bundle.
 */
export class ApiServers {
  readonly #service: Rotation["service"];
  readonly #ports: readonly number[];
  readonly #kept: readonly WebhookTransport[];
  readonly #turns = new Map<Target, number>();

  constructor(service: Rotation["service"], ports: readonly number[]) {
    this.#service = service;
    this.#ports = ports;
    this.#kept = ports.map(transportTo);
  }

  /** Returns undefined if the webhook answered the call; else the reason of the failure. */
  async call(target: Target, caBundle: string): Promise<string | undefined> {
    const turn = this.#turns.get(target) ?? 0;
    this.#turns.set(target, turn + 1);
    const pod = turn % this.#ports.length;
    const isNew = Math.floor(turn / this.#ports.length) % NEW_OF === 0;
    const known = isNew ? undefined : this.#kept[pod];
    const transport = known ?? transportTo(this.#ports[pod] ?? 0);
    try {
      const client = transport.prepare({ service: { ...this.#service, path: target.path }, caBundle });
      const answer = await client.post(REVIEW, {
        deadline: performance.now() + PATIENCE_MS,
        timeoutParam: "30s",
      });
      if (answer.kind === "error") return answer.message.replace(/^Post "[^"]*": /, "");
      return answer.status === 200 ? undefined : `status ${answer.status}`;
    } finally {
      if (known === undefined) await transport.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#kept.map((transport) => transport.close()));
  }
}

/** Trusts only the authorities in the bundle of a webhook: the system's authorities are not used. */
const transportTo = (port: number): WebhookTransport =>
  createWebhookTransport({ resolveService: () => `127.0.0.1:${port}`, systemRoots: () => "" });
