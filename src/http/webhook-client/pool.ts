import type { buildConnector, Pool } from "undici";
import { loadLate } from "../../async/load-late.ts";
import type { Connector } from "./connector.ts";
import { type Facts, observe } from "./observed.ts";

const undici = loadLate<typeof import("undici")>("undici");

/**
 * Maximum size of a response head, in bytes. Go allows 10 MiB, but millions of small headers would take a
 * hundred times as much memory as bytes.
 */
const MAX_HEADERS = 1 << 20;
const IDLE = 90_000;

/**
 * Creates the connections to one origin: HTTP/1.1, kept alive. `facts` receives the facts about each
 * connection that fails.
 */
export function openPool(origin: string, connector: Connector, facts: WeakMap<Error, Facts>): Pool {
  const connect: buildConnector.connector = (request, done) => {
    connector.connect(request).then(
      (socket) => {
        observe(socket, facts);
        done(null, socket);
      },
      (error: Error) => done(error, null),
    );
  };
  return new (undici().Pool)(origin, {
    connect,
    pipelining: 1,
    keepAliveTimeout: IDLE,
    keepAliveMaxTimeout: IDLE,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADERS,
  });
}
