import { messageOf } from "../../api/describe-error.ts";
import { jittered } from "../../api/jittered.ts";
import { isJsonObject, type Json, type JsonObject, membersOf } from "../../api/json.ts";
import type { WebhookClient } from "../../http/webhook-client/client.ts";
import { loadKubeconfig, serverIn } from "../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../http/webhook-client/credentials.ts";
import { createWebhookTransport } from "../../http/webhook-client/transport.ts";
import { parseJson } from "../../json/parse.ts";
import { parseSmallYaml } from "../../json/small-yaml.ts";
import { noObjectProblem } from "../../json/type-meta.ts";

/** A service that answers reviews: of tokens, of access, of images. */
export interface ReviewWebhook {
  /** Sends a review; answers its status. Rejects with the reference's text. */
  ask(review: JsonObject): Promise<JsonObject>;
  close(): void;
}

/** Bytes of an answer. */
const MOST_BYTES = 1 << 20;
/** What may be over in a moment is tried so often, with these pauses between (the reference's default backoff). */
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const GROWTH = 1.5;

type ParseReview = (body: Buffer) => Json;

/**
 * The service that the current context of a kubeconfig leads to. `pauseMs`: before the second try; `parse` reads an answer,
 * JSON by default. Throws with the reference's text.
 */
export function openReviewWebhook(
  path: string,
  timeoutMs: number,
  {
    pauseMs = FIRST_PAUSE_MS,
    parse = parseJson,
  }: { readonly pauseMs?: number; readonly parse?: ParseReview } = {},
): ReviewWebhook {
  const { client, close } = openKubeconfigService(path);
  const once = async (body: string): Promise<JsonObject> => {
    const deadline = performance.now() + timeoutMs;
    const answer = await client.post(body, { deadline, timeoutParam: `${timeoutMs / 1000}s` });
    if (answer.kind === "answer") return statusIn(answer.body, parse);
    const mayPass = [429, 500, 504].includes(answer.code) || answer.message.includes("connection reset");
    throw mayPass ? new PassingError(answer.message) : new Error(answer.message);
  };
  return {
    async ask(review) {
      const body = JSON.stringify(review);
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

/** The user of the context, whatever the host is called. */
function credentialsOf(path: string, user: string | undefined): CredentialsFor | undefined {
  const found = user === undefined ? undefined : loadKubeconfig(path).users.get(user);
  if (found === undefined) return undefined;
  const everywhere = { users: new Map([["*", found]]), contexts: new Map(), currentContext: "" };
  return kubeconfigCredentials(everywhere, { environment: process.env });
}

function statusIn(body: Buffer, parse: ParseReview): JsonObject {
  const review = readReview(body, parse);
  if (isJsonObject(review)) return membersOf<JsonObject>(review.status);
  throw new Error(`couldn't get version/kind; json parse error: ${noObjectProblem(review)}`);
}

function readReview(body: Buffer, parse: ParseReview): Json {
  try {
    return parse(body);
  } catch (error) {
    throw new Error(`couldn't get version/kind; json parse error: ${messageOf(error)}`, { cause: error });
  }
}

/** For services that may answer in YAML. */
export function parseJsonOrYaml(body: Buffer): Json {
  try {
    return parseJson(body);
  } catch {
    return parseSmallYaml(body.toString());
  }
}
