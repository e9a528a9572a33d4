import type { buildConnector, Pool } from "undici";
import { loadLate } from "../../api/load-late.ts";
import type { Connector } from "./connector.ts";
import { type Facts, observe } from "./observed.ts";

const undici = loadLate<typeof import("undici")>("undici");

/** Go has 10 MiB. Millions of small headers would take a hundred times as much memory as bytes. */
const MAX_HEADERS = 1 << 20;
const IDLE = 90_000;

/** Connections to one origin: HTTP/1.1, kept alive. `facts`: told what is known of each that fails. */
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
