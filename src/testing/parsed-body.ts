import { answeredText } from "../api/exchange/answered-object.ts";
import { isStream, type ServerResponse } from "../api/exchange/exchange.ts";
import type { JsonObject } from "../json/value.ts";

/** Returns the body of a response as JSON; `{ text }` if it is not JSON. Throws an Error for a watch. */
export async function parsedBody(answer: ServerResponse): Promise<JsonObject> {
  if (isStream(answer.body))
    throw new Error("a watch has no end: open it on the port that address() or kubeconfig() name");
  const text = await answeredText(answer);
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
