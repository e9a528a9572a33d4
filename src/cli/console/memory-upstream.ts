import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { answeredObject } from "../../api/exchange/answered-object.ts";
import { isStream } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Identity of console requests: a user instead of the server itself, because the server's own requests are
 * not shown.
 */
const ADMINISTRATOR = { "impersonate-user": "admin", "impersonate-group": "system:masters" };
const PEER = { address: "127.0.0.1", port: 1 };

/** A server in this process, for a console; everybody acts as an administrator. */
export function memoryUpstream(
  { handle, token }: Pick<Cluster, "handle" | "token">,
  server: string,
): Upstream {
  const authorization = `Bearer ${token}`;
  return {
    server,
    inTerminal: { from: [], idFlag: "--audit-id" },
    client: async (method, url, { body, headers = {} } = {}) => {
      const acting = headers["impersonate-user"] === undefined ? ADMINISTRATOR : {};
      const all = { authorization, "content-type": "application/json", ...acting, ...headers };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await handle(memoryRequest({ method, url, headers: all, peer: PEER, ...sent }));
      return { status: answer.status, body: await answeredObject(answer, (message) => ({ message })) };
    },
    stream: async (url, headers, signal) => {
      const all = { authorization, ...ADMINISTRATOR, ...headers };
      const { status, body } = await handle(memoryRequest({ url, headers: all, signal }));
      const answer = Readable.from(isStream(body) ? body : [String(body)], { signal });
      return Object.assign(answer as IncomingMessage, { statusCode: status });
    },
    close: () => {},
  };
}
