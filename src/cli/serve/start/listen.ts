import type { KeyPair } from "../../../http/certificates/issue.ts";
import type { OverheadTurn } from "../../../http/serve/connections.ts";
import type { HandshakeTurn } from "../../../http/serve/handshakes.ts";
import { type Listening, serve } from "../../../http/serve.ts";
import { describeError } from "../../../report/describe-error.ts";
import type { Log } from "../../../server/log.ts";
import { errorText } from "../../error-text.ts";
import type { CheckedFlags } from "../flags/check-flags.ts";
import { withHsts } from "../flags/hsts.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

interface ListenParts {
  readonly certificate: KeyPair;
  /** PEM. */
  readonly clientCa: string;
  readonly proxyCa: string | undefined;
  readonly handshakeTurn: HandshakeTurn;
  readonly overheadTurn: OverheadTurn;
  readonly log: Log;
  readonly serving: CheckedFlags["serving"];
}

/** Opens the port that the flags name. */
export async function listen(
  flags: ServeFlags,
  handle: Parameters<typeof serve>[0],
  { certificate: { cert, key }, clientCa, proxyCa, handshakeTurn, overheadTurn, log, serving }: ListenParts,
): Promise<Listening> {
  try {
    return await serve(withHsts(handle, flags.strictTransportSecurityDirectives), {
      ...serving,
      cert,
      key,
      clientCa,
      ...(proxyCa === undefined ? {} : { proxyCa }),
      host: flags.bindAddress,
      port: flags.securePort,
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
    throw new Error(whyNot(error, flags), { cause: error });
  }
}

const NEEDS_ANOTHER_PORT: ReadonlySet<string | undefined> = new Set(["EADDRINUSE", "EACCES"]);

/** Returns the setting to change: the port, the address or the certificate. */
function whyNot(
  error: unknown,
  { bindAddress, securePort, tlsCertFile, tlsPrivateKeyFile }: ServeFlags,
): string {
  const { code } = error as NodeJS.ErrnoException;
  if (NEEDS_ANOTHER_PORT.has(code))
    return `cannot listen on ${bindAddress}:${securePort}: ${errorText(error)} (--secure-port 0 picks a free port)`;
  if (code === "ERR_OSSL_X509_KEY_VALUES_MISMATCH")
    return `--tls-private-key-file: the key in ${tlsPrivateKeyFile} does not belong to the certificate in ${tlsCertFile}`;
  if (code?.startsWith("ERR_OSSL_") && tlsCertFile !== undefined)
    return `--tls-cert-file and --tls-private-key-file: ${tlsCertFile} and ${tlsPrivateKeyFile} cannot be used: ${errorText(error)}`;
  return `--bind-address: cannot listen on ${bindAddress}: ${errorText(error)}`;
}

/** Returns the URL at which this machine reaches the server. */
export const urlOf = ({ address, port }: Listening): string => {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
};
