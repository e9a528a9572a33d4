import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { type ServerResponse, wholeBody } from "./exchange.ts";

/** Body of a response as text; undefined if there is none, or if it is an endless stream. */
export async function answeredText({ body }: Pick<ServerResponse, "body">): Promise<string | undefined> {
  const whole = await wholeBody(body);
  return whole === undefined || typeof whole === "string" ? whole : Buffer.from(whole).toString();
}

/**
 * Parses the object in the body of a response. `otherwise`: makes the object for a body that is not a JSON object;
 * default: `{}`, which is also returned if there is no body.
 */
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
    // Pages and health checks have bodies of plain text.
  }
  return otherwise(text);
}
