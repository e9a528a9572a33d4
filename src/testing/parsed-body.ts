import { isStream, type ServerResponse, wholeBody } from "../api/exchange.ts";
import type { JsonObject } from "../api/json.ts";

/** The body of an answer as JSON; `{ text }` where it is none. Throws an Error for a watch. */
export async function parsedBody({ body }: ServerResponse): Promise<JsonObject> {
  if (isStream(body))
    throw new Error("a watch has no end: open it on the port that address() or kubeconfig() name");
  const whole = await wholeBody(body);
  if (whole === undefined) return {};
  const text = typeof whole === "string" ? whole : Buffer.from(whole).toString();
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
