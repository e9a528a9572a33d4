import type { Socket } from "node:net";
import { type CertificateConnection, withCertificate } from "../connect/connection.ts";
import { readAssets } from "./assets.ts";
import { createConsoleServer } from "./console-server.ts";
import { pageFolder } from "./page-folder.ts";
import { createUpstream } from "./upstream.ts";

/** First message of the server to its console process. */
export interface ConsoleStart {
  readonly connection: CertificateConnection;
  readonly token: string;
  readonly port: number;
}

let emit: ((socket: Socket) => void) | undefined;

/**
 * The console beside a server: a process of its own, for what it works out must not hold up requests. It gets its
 * connections from the server, which has the port, and ends with it.
 */
process.on("message", (message: ConsoleStart | "connection", socket?: Socket) => {
  if (message !== "connection") start(message);
  else if (socket !== undefined) emit?.(socket);
});
process.on("disconnect", () => process.exit(0));
// The server decides when this process ends.
process.on("SIGINT", () => {});

function start({ connection, token, port }: ConsoleStart): void {
  const upstream = createUpstream(withCertificate(connection));
  const server = createConsoleServer({ upstream, assets: readAssets(pageFolder()), token, port: () => port });
  emit = (socket) => {
    server.emit("connection", socket);
    socket.resume();
  };
}
