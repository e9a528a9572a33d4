import { type ServerResponse, wholeBody } from "./exchange.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** The body of an answer as text; undefined when there is none, or no end of it. */
export async function answeredText({ body }: Pick<ServerResponse, "body">): Promise<string | undefined> {
  const whole = await wholeBody(body);
  return whole === undefined || typeof whole === "string" ? whole : Buffer.from(whole).toString();
}

/** The object in the body of an answer. `otherwise`: what stands for a text that is none; default `{}`, as without a body. */
export async function answeredObject(
  answer: Pick<ServerResponse, "body">,
  otherwise: (text: string) => JsonObject = () => ({}),
): Promise<JsonObject> {
  const text = await answeredText(answer);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Pages and health checks answer with plain text.
  }
  return otherwise(text);
}
