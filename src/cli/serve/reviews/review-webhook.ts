import { type ReviewKind, readReviewBody } from "../../../admission/hooks/webhook/review-body.ts";
import type { TransportResult } from "../../../admission/ports.ts";
import { formatGroupVersion } from "../../../api/group-version.ts";
import { jittered } from "../../../async/jittered.ts";
import { parseSmallYaml } from "../../../go-yaml/small-yaml.ts";
import type { WebhookClient } from "../../../http/webhook-client/client.ts";
import { loadKubeconfig, serverIn } from "../../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../../http/webhook-client/credentials.ts";
import { createWebhookTransport } from "../../../http/webhook-client/transport.ts";
import { type JsonObject, record } from "../../../json/value.ts";

/** A service that answers reviews: of tokens, of access, of images. */
export interface ReviewWebhook {
  /** Sends a review without kind and version; resolves with its status. Rejects with the reference's text. */
  ask(review: JsonObject): Promise<JsonObject>;
  close(): void;
}

/** Bytes of an answer. */
const MOST_BYTES = 1 << 20;
/** Number of attempts after temporary failures, and the pauses between them (the reference's default backoff). */
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const GROWTH = 1.5;

/**
 * Opens the service in the current context of a kubeconfig. `sent`: type of the review's request and answer;
 * `pauseMs`: pause before the second attempt. Throws with the reference's text.
 */
export function openReviewWebhook(
  path: string,
  sent: ReviewKind,
  { timeoutMs, pauseMs = FIRST_PAUSE_MS }: { readonly timeoutMs: number; readonly pauseMs?: number },
): ReviewWebhook {
  const { client, close } = openKubeconfigService(path);
  const once = async (body: string): Promise<JsonObject> => {
    const deadline = performance.now() + timeoutMs;
    const answer = await client.post(body, { deadline, timeoutParam: `${timeoutMs / 1000}s` });
    if (answer.kind === "answer") return statusIn(answer, sent);
    const mayPass = [429, 500, 504].includes(answer.code) || answer.message.includes("connection reset");
    throw mayPass ? new PassingError(answer.message) : new Error(answer.message);
  };
  return {
    async ask(review) {
      const body = JSON.stringify({ kind: sent.kind, apiVersion: formatGroupVersion(sent), ...review });
      for (let tries = 1; ; tries++) {
        try {
          return await once(body);
        } catch (error) {
          if (!(error instanceof PassingError) || tries === TRIES) throw error;
        }
        const pause = jittered(pauseMs * GROWTH ** (tries - 1));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    close: () => void close(),
  };
}

/** A connection to what the current context of a kubeconfig leads to. Throws with the reference's text. */
export function openKubeconfigService(path: string): { client: WebhookClient; close(): Promise<void> } {
  const { url, caBundle, user } = serverIn(path);
  const transport = createWebhookTransport();
  const use = { name: path, maxBody: MOST_BYTES, credentialsFor: credentialsOf(path, user) };
  return { client: transport.prepare({ url, caBundle }, use), close: () => transport.close() };
}

class PassingError extends Error {}

/** Returns the credentials of the context's user, for every host. */
function credentialsOf(path: string, user: string | undefined): CredentialsFor | undefined {
  const found = user === undefined ? undefined : loadKubeconfig(path).users.get(user);
  if (found === undefined) return undefined;
  const none = { clusters: new Map(), contexts: new Map(), currentContext: "" };
  const everywhere = { ...none, users: new Map([["*", found]]) };
  return kubeconfigCredentials(everywhere, { environment: process.env });
}

type Answered = Extract<TransportResult, { readonly kind: "answer" }>;

/** client-go/rest/request.go, Result.Into. */
function statusIn({ body, status, contentType }: Answered, sent: ReviewKind): JsonObject {
  if (body.byteLength === 0)
    throw new Error(
      `0-length response with status code: ${status} and content type: ${contentType || "application/json"}`,
    );
  return record(readReviewBody(body, sent, parseSmallYaml)?.status);
}
