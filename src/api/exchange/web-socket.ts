import type { ServerRequest } from "./exchange.ts";

type Headers = ServerRequest["headers"];

const UPGRADE = /(?:^|,\s*)upgrade(?:$|\s*,)/i;
const BEARER = "base64url.bearer.authorization.k8s.io.";

/** True if a client requests a WebSocket: `IsWebSocketRequest` of k8s.io/streaming/pkg/httpstream/wsstream. */
export const asksForWebSocket = ({ upgrade, connection }: Headers): boolean =>
  upgrade?.toLowerCase() === "websocket" && UPGRADE.test(connection ?? "");

/** Subprotocols that a client offers, in their order, without tokens. */
export const offeredProtocols = (headers: Headers): readonly string[] =>
  namesIn(headers).filter((name) => !name.startsWith(BEARER));

/**
 * Returns the token that a client sends as a subprotocol, `base64url.bearer.authorization.k8s.io.TOKEN`: a browser
 * cannot set the header Authorization of a WebSocket. Undefined if there is none. `false` if it is invalid: there are
 * two tokens, it is no base64url of UTF-8, there is no other subprotocol that the server could select
 * (apiserver/pkg/authentication/request/websocket), or the header has more than twice `longest` characters.
 */
export function protocolToken(headers: Headers, longest: number): string | undefined | false {
  if (!asksForWebSocket(headers)) return undefined;
  if ((headers["sec-websocket-protocol"] ?? "").length > 2 * longest) return false;
  const [name, second] = namesIn(headers).filter((one) => one.startsWith(BEARER));
  if (name === undefined) return undefined;
  const token = second === undefined ? decoded(name.slice(BEARER.length)) : undefined;
  if (token === undefined) return false;
  return token === "" ? undefined : offeredProtocols(headers).length > 0 && token;
}

const namesIn = (headers: Headers): string[] => {
  const names = headers["sec-websocket-protocol"]?.trim() ?? "";
  return names === "" ? [] : names.split(",").map((name) => name.trim());
};

function decoded(base64: string): string | undefined {
  if (base64.length % 4 === 1 || /[^\w-]/.test(base64)) return undefined;
  const bytes = Buffer.from(base64, "base64url");
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
