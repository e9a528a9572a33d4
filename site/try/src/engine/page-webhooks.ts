import type { TransportResult } from "../../../../src/admission/ports.ts";
import type { Handler } from "../../../../src/explain/offline/callers.ts";
import { type Json, type JsonObject, record } from "../../../../src/json/value.ts";
import { diffJson } from "../../../../src/patch/diff.ts";

/** The functions of a visitor, each as the handler of the webhook with its name. */
export interface PageWebhooks {
  readonly handlers: ReadonlyMap<string, Handler>;
  close(): void;
}

/** A function that takes longer is ended, and its call counts as timed out. */
const LONGEST_MS = 2000;

/** An error in the text of the functions. */
export class WebhookTextError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Lines of the script before the text of the visitor. */
const HEAD = "const webhooks = (\n";

const TAIL = `
);
if (typeof webhooks !== "object" || webhooks === null) throw new Error("write an object: { \\"name\\": (request) => true }");
onmessage = async ({ data: { name, request } }) => {
  try {
    const result = await webhooks[name](request);
    postMessage({ result: result === undefined ? null : JSON.parse(JSON.stringify(result)), object: request.object ?? null });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};
postMessage({ names: Object.keys(webhooks).filter((name) => typeof webhooks[name] === "function") });`;

type Said =
  | { readonly names: readonly string[] }
  | { readonly result: Json; readonly object: Json }
  | { readonly error: string };

/**
 * Starts the functions in a thread of their own, which has neither the page nor the network. Rejects with a
 * WebhookTextError if the text is not an object of functions.
 */
export async function pageWebhooks(text: string): Promise<PageWebhooks> {
  const url = URL.createObjectURL(new Blob([HEAD, text, TAIL], { type: "text/javascript" }));
  const start = (): Worker => new Worker(url);
  let worker = start();
  const close = (): void => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  try {
    const said = await answerOf(worker);
    if (!("names" in said)) throw new WebhookTextError("the functions did not start", 0);
    const call = async (name: string, request: JsonObject): Promise<Said> => {
      worker.postMessage({ name, request });
      try {
        return await answerOf(worker);
      } catch (error) {
        worker.terminate();
        worker = start();
        await answerOf(worker);
        throw error;
      }
    };
    let last: Promise<unknown> = Promise.resolve();
    // One call after the other: the thread has one place for an answer.
    const inTurn = (name: string, request: JsonObject): Promise<Said> => {
      const mine = last.then(() => call(name, request));
      last = mine.catch(() => {});
      return mine;
    };
    const handlers = new Map(said.names.map((name) => [name, handlerOf(name, inTurn)]));
    return { handlers, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Rejects with a WebhookTextError if the script fails, and with a text if it says nothing in time. */
function answerOf(worker: Worker): Promise<Said> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), LONGEST_MS);
    const done = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    worker.onmessage = ({ data }) => done(() => resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      const line = Math.max(0, event.lineno - 1);
      done(() => reject(new WebhookTextError(event.message.replace(/^Uncaught /, ""), line)));
    };
  });
}

class TimeoutError extends Error {}

function handlerOf(name: string, call: (name: string, request: JsonObject) => Promise<Said>): Handler {
  return async (body) => {
    const review: JsonObject = JSON.parse(new TextDecoder().decode(body));
    const request = record(review.request);
    try {
      const said = await call(name, request);
      if ("error" in said) return failure(name, said.error);
      if ("names" in said) return failure(name, "no answer");
      const response = { uid: request.uid ?? "", ...responseOf(said.result, request.object ?? null, said.object) };
      return answered({ apiVersion: review.apiVersion ?? "", kind: "AdmissionReview", response });
    } catch (error) {
      const timedOut = error instanceof TimeoutError;
      return failure(name, timedOut ? "context deadline exceeded" : String(error), timedOut);
    }
  };
}

const answered = (review: JsonObject): TransportResult => ({
  kind: "answer",
  status: 200,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(review)),
});

const failure = (name: string, why: string, timedOut = false): TransportResult => ({
  kind: "error",
  message: `Post "https://${name}": ${why}`,
  code: 503,
  canceled: false,
  timedOut,
});

/** The response that a result stands for: nothing allows, a text refuses, and a changed object becomes a patch. */
function responseOf(result: Json, before: Json, after: Json): JsonObject {
  const patch = before === null ? [] : diffJson(before, after);
  const changes = patch.length === 0 ? {} : patchMembers(patch);
  if (result === null || result === true) return { allowed: true, ...changes };
  if (result === false) return { allowed: false };
  if (typeof result === "string") return { allowed: false, status: { message: result } };
  const { message, ...given } = record(result);
  return {
    allowed: true,
    ...changes,
    ...given,
    ...(message === undefined ? {} : { status: { message } }),
    ...(Array.isArray(given.patch) ? patchMembers(given.patch) : {}),
  };
}

const patchMembers = (patch: unknown): JsonObject => ({
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
});
