import type { IncomingMessage } from "node:http";
import type { ServerConnection } from "../connect/connection.ts";
import { agentFor, clientOf, requestServer, type ServerClient } from "../server-client.ts";

/** The server whose requests the console shows. */
export interface Upstream {
  readonly server: string;
  /** Arguments of `sallyport explain` in a terminal: where the requests are, and the flag for the id of one. */
  readonly inTerminal: { readonly from: readonly string[]; readonly idFlag: "--audit-id" | "--recorded" };
  readonly client: ServerClient;
  /** An answer that has no end yet. */
  stream(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage>;
  close(): void;
}

/** Acts with the rights of this connection. `kubeconfig`: the file of a flag; default: none is needed. */
export function createUpstream(connection: ServerConnection, kubeconfig?: string): Upstream {
  const agent = agentFor(connection, { keepAlive: true, maxSockets: 16 });
  return {
    server: connection.server,
    inTerminal: { from: kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig], idFlag: "--audit-id" },
    client: clientOf(connection, agent),
    stream: (path, headers, signal) =>
      requestServer(connection, path, { method: "GET", agent, headers, signal }),
    close: () => agent.destroy(),
  };
}
