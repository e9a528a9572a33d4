import type { KubeObject } from "../api/meta.ts";
import { isJsonObject, type Json, record } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import { parseJson, textOf, type WebhookAnswer } from "./handle.ts";
import { isReviewed } from "./request.ts";

/** Converts custom resources between the versions of their definition (`spec.conversion.webhook`). */
export interface Converter {
  readonly kind: "converting";
  readonly path: string;
  /** Converts one object to another version. Rejects with the reason if this is not possible. */
  convert(object: KubeObject, apiVersion: string): Promise<KubeObject>;
}

/** Returns the object in another version. It may change `object`. `apiVersion` is set afterwards. */
export type Convert<T extends object = KubeObject> = (object: T, apiVersion: string) => T | Promise<T>;

/**
 * A conversion webhook. In `metadata`, only labels and annotations may change.
 *
 * @example
 * ```ts
 * import { converting } from "sallyport/webhook";
 * interface Boat {
 *   spec: { feet?: string; length?: number };
 * }
 * const boats = converting<Boat>("/convert", (boat, apiVersion) => {
 *   if (apiVersion.endsWith("/v2")) boat.spec = { length: Number(boat.spec.feet) };
 *   return boat;
 * });
 * boats.kind; // "converting"
 * ```
 */
export function converting<T extends object = KubeObject>(path: string, convert: Convert<T>): Converter {
  const untyped = convert as object as Convert;
  return {
    kind: "converting",
    path,
    async convert(object, apiVersion) {
      return { ...(await untyped(object, apiVersion)), apiVersion };
    },
  };
}

/**
 * Handles one ConversionReview. Either all objects are converted, or the response has the reason of the
 * failure.
 */
export async function handleConversion(
  converter: Converter,
  body: Uint8Array | string,
): Promise<WebhookAnswer> {
  const review = parseJson(textOf(body));
  const request = isJsonObject(review) && review.kind === "ConversionReview" ? review.request : undefined;
  if (!isJsonObject(review) || !isJsonObject(request))
    return { status: 400, body: "the body is no ConversionReview with a request" };
  const { uid, desiredAPIVersion, objects } = request;
  const { apiVersion, kind } = record(review);
  const answer = (converted: object): WebhookAnswer => ({
    status: 200,
    body: JSON.stringify({ apiVersion, kind, response: { uid: uid ?? "", ...converted } }),
  });
  try {
    const convertedObjects = await convertAll(converter, objects, String(desiredAPIVersion));
    // An object that JSON cannot express is a failure too.
    return answer({ convertedObjects, result: { status: "Success" } });
  } catch (error) {
    return answer({ convertedObjects: [], result: { status: "Failure", message: messageOf(error) } });
  }
}

function convertAll(
  converter: Converter,
  objects: Json | undefined,
  apiVersion: string,
): Promise<KubeObject[]> {
  const list = Array.isArray(objects) ? objects : [];
  return Promise.all(
    list.map((object) => {
      if (!isReviewed(object))
        throw new TypeError(`an entry of objects is ${JSON.stringify(object)}: it has to be an object`);
      return converter.convert(object, apiVersion);
    }),
  );
}
