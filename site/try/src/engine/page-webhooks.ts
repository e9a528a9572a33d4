import type { TransportResult } from "../../../../src/admission/ports.ts";
import type { Handler } from "../../../../src/explain/offline/callers.ts";
import { type Json, type JsonObject, record } from "../../../../src/json/value.ts";
import { diffJson } from "../../../../src/patch/diff.ts";
import { ScriptError, ScriptTimeout, Thread } from "./threads.ts";

/** The functions of a visitor, each as the handler of the webhook with its name. */
export interface PageWebhooks {
  readonly handlers: ReadonlyMap<string, Handler>;
  close(): void;
}

const HEAD = "const webhooks = (\n";
/** Lines of the script before the text of the visitor. */
const LINES_BEFORE = 1;

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

/** A message of the thread: the names of its functions, a result with the object after the call, or an error. */
interface Said {
  readonly names?: readonly string[];
  readonly result?: Json;
  readonly object?: Json;
  readonly error?: string;
}

/**
 * Starts the functions in a thread of their own, which has neither the page nor the network. Rejects with a ScriptError if
 * the text is not an object of functions. A function that does not answer in time is ended, and its call has timed out.
 */
export async function pageWebhooks(text: string): Promise<PageWebhooks> {
  const script = `${HEAD}${text}${TAIL}`;
  let thread = new Thread(script);
  try {
    const { names = [] } = (await thread.ask()) as Said;
    const call = async (name: string, request: JsonObject): Promise<Said> => {
      try {
        return (await thread.ask({ name, request })) as Said;
      } catch (error) {
        thread.end();
        thread = new Thread(script);
        await thread.ask();
        throw error;
      }
    };
    let last: Promise<unknown> = Promise.resolve();
    // One call after the other: an answer belongs to the last question.
    const inTurn = (name: string, request: JsonObject): Promise<Said> => {
      const mine = last.then(() => call(name, request));
      last = mine.catch(() => {});
      return mine;
    };
    const handlers = new Map(names.map((name) => [name, handlerOf(name, inTurn)]));
    return { handlers, close: () => thread.end() };
  } catch (error) {
    thread.end();
    if (error instanceof ScriptError) throw new ScriptError(error.message, Math.max(0, error.line - LINES_BEFORE));
    if (error instanceof ScriptTimeout) throw new ScriptError("the script does not end", 0);
    throw error;
  }
}

function handlerOf(name: string, call: (name: string, request: JsonObject) => Promise<Said>): Handler {
  return async (body) => {
    const review: JsonObject = JSON.parse(new TextDecoder().decode(body));
    const request = record(review.request);
    try {
      const said = await call(name, request);
      if (said.error !== undefined) return failure(name, said.error);
      const response = { uid: request.uid ?? "", ...responseOf(said.result ?? null, request.object ?? null, said.object ?? null) };
      return answered({ apiVersion: review.apiVersion ?? "", kind: "AdmissionReview", response });
    } catch (error) {
      const timedOut = error instanceof ScriptTimeout;
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
