import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../../report/describe-error.ts";
import type { Connection } from "../../../webhook/lookup/connection.ts";
import { linkText } from "../../link-text.ts";
import type { Running } from "./bring-up.ts";

/** The console of a running server, as its user sees it. */
interface ShownConsole {
  /** The link, or the place of the link. */
  readonly text: string;
  close(): void;
}

/** Opens the console of a running server, with the rights of the administrator. Returns undefined if a flag turns it off. */
export async function consoleBeside({
  connection,
  flags,
  log,
}: Pick<Running, "connection" | "flags" | "log">): Promise<ShownConsole | undefined> {
  if (flags.noConsole) return undefined;
  const beside = await openConsole(connection, flags.consolePort, (code) =>
    log("warn", "the console has ended, and starts again when it is opened", { code }),
  );
  const { text, forget } = await linkText(beside.link, flags.dataDir);
  return {
    text,
    close() {
      forget();
      beside.close();
    },
  };
}

/** The console of this server. Until a client opens it, it is no more than a port. */
interface BesideConsole {
  /** Link with the token, which gives its bearer the rights of the administrator. */
  readonly link: string;
  close(): void;
}

/** Opens the port on loopback. The console itself is a process of its own, which starts with the first connection. */
async function openConsole(
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
