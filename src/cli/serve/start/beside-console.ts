import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../../report/describe-error.ts";
import type { Connection } from "../../../webhook/lookup/connection.ts";

/** The console of this server. Until a client opens it, it is no more than a port. */
export interface BesideConsole {
  /** Link with the token, which gives its bearer the rights of the administrator. */
  readonly link: string;
  close(): void;
}

/** Opens the port on loopback. The console itself is a process of its own, which starts with the first connection. */
export async function openConsole(
  connection: Omit<Connection, "token">,
  port: number,
  onExit: (code: number | null) => void,
): Promise<BesideConsole> {
  const token = randomBytes(24).toString("base64url");
  let child: ChildProcess | undefined;
  let closing = false;
  const running = (): ChildProcess => {
    if (child?.connected === true) return child;
    const started = fork(fileURLToPath(new URL("../cli/console/console-process.js", import.meta.url)), {
      // It has no use for the flags of the server.
      execArgv: [],
    });
    started.once("exit", (code) => {
      if (!closing) onExit(code);
    });
    // A process that has ended accepts no message; its exit event reports the end.
    started.on("error", () => {});
    started.send({ connection, token, port: portOf() });
    child = started;
    return started;
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on("error", () => {});
    running().send("connection", socket, (error) => {
      if (error !== null) socket.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  const portOf = (): number => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  await new Promise<void>((done, failed) => {
    server.once("error", (error) => failed(cannotListen(port, error)));
    server.listen(port, "127.0.0.1", done);
  });
  return {
    link: `http://127.0.0.1:${portOf()}/?token=${token}`,
    close() {
      closing = true;
      server.close();
      if (child?.connected === true) child.disconnect();
    },
  };
}

/** Waiting to be passed on. */
const MOST_CONNECTIONS = 64;

const cannotListen = (port: number, error: unknown): Error =>
  new Error(
    `the console cannot listen on 127.0.0.1:${port}: ${messageOf(error)} (--console-port 0 picks a free port, --no-console opens none)`,
    {
      cause: error,
    },
  );
