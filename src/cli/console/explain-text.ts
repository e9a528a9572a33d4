import { MOST_TOLD } from "../../explain/message/told-text.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { type ExplainedError, explainErrors } from "../../lint/failed-calls/explain-errors.ts";
import { messageOf } from "../../report/describe-error.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

/** Answer to a text: its errors, and what could not be read of the server. */
export interface ExplainedText {
  readonly errors: readonly ExplainedError[];
  readonly notes: readonly string[];
}

/**
 * Explains the errors in a text (`text`), as `sallyport explain --error` does, with the objects of the server. The text itself is
 * not sent to the server. It may be from another one: without an answer of this one, it is explained without objects.
 */
export async function explainText(upstream: Upstream, body: unknown): Promise<JsonObject> {
  const { text } = record(body);
  if (typeof text !== "string") throw refused(400, "The text is missing.");
  if (text.length > MOST_TOLD) throw refused(413, `The text may have ${MOST_TOLD} characters.`);
  const { manifests, notes } = await objectsOf(upstream);
  const answer: ExplainedText = { errors: await explainErrors(text, manifests, Date.now()), notes };
  return { ...answer } as unknown as JsonObject;
}

async function objectsOf({
  client,
}: Upstream): Promise<{ readonly manifests: readonly Manifest[]; readonly notes: readonly string[] }> {
  try {
    return await readWholeCluster(client);
  } catch (error) {
    return { manifests: [], notes: [`the objects of the server could not be read: ${messageOf(error)}`] };
  }
}
