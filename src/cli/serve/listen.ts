import { describeError, messageOf } from "../../api/describe-error.ts";
import type { KeyPair } from "../../http/certificates/issue.ts";
import type { OverheadTurn } from "../../http/serve/connections.ts";
import type { HandshakeTurn } from "../../http/serve/handshakes.ts";
import { type Listening, serve } from "../../http/serve.ts";
import type { Log } from "../../server/log.ts";
import type { ServeFlags } from "./serve-flags.ts";
import type { Transport } from "./transport/check-transport.ts";
import { withHsts } from "./transport/hsts.ts";

export interface ListenParts {
  readonly certificate: KeyPair;
  /** PEM. */
  readonly clientCa: string;
  readonly proxyCa: string | undefined;
  readonly handshakeTurn: HandshakeTurn;
  readonly overheadTurn: OverheadTurn;
  readonly log: Log;
  readonly transport: Transport;
}

/** Opens the port that the flags name. */
export async function listen(
  flags: ServeFlags,
  handle: Parameters<typeof serve>[0],
  { certificate: { cert, key }, clientCa, proxyCa, handshakeTurn, overheadTurn, log, transport }: ListenParts,
): Promise<Listening> {
  try {
    return await serve(withHsts(handle, transport.hsts), {
      ...transport.serving,
      cert,
      key,
      clientCa,
      ...(proxyCa === undefined ? {} : { proxyCa }),
      host: flags.bindAddress,
      port: Number(flags.securePort),
      handshakeTurn,
      overheadTurn,
      onError: (error, request) =>
        log("error", "request crashed", {
          method: request.method,
          path: request.path,
          error: describeError(error),
        }),
    });
  } catch (error) {
    throw new Error(
      `cannot listen on ${flags.bindAddress}:${flags.securePort}: ${messageOf(error)} (--secure-port 0 picks a free port)`,
      { cause: error },
    );
  }
}

/** By which this machine reaches it. */
export const urlOf = ({ address, port }: Listening): string => {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
};
