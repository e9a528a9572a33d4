import { isStream, LongBody, type ServerResponse } from "../../api/exchange/exchange.ts";

/**
 * Reports the number of bytes of a response body: at once, or when the client has received all parts of a
 * long one. Streams are never reported. Returns the response to send.
 */
export function measured(response: ServerResponse, tell: (bytes: number) => void): ServerResponse {
  const { body } = response;
  if (body instanceof LongBody) return { ...response, body: new LongBody(counted(body.pieces, tell)) };
  if (!isStream(body)) tell(body === undefined ? 0 : Buffer.byteLength(body));
  return response;
}

async function* counted(
  pieces: LongBody["pieces"],
  tell: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    yield piece;
  }
  tell(bytes);
}
