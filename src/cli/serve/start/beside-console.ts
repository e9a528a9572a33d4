import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../../report/describe-error.ts";
import type { CertificateConnection } from "../../connect/connection.ts";
import { type KeptAddress, keepAddress, keptAddress } from "../../console/kept-address.ts";
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
  const kept = keptAddress(flags.dataDir);
  const onExit = (code: number | null): void =>
    log("warn", "the console has ended, and starts again when it is opened", { code });
  const beside = await openConsole(connection, { flag: flags.consolePort, kept, onExit });
  const isElsewhere = flags.consolePort === 0 && kept.port !== 0 && beside.port !== kept.port;
  if (!isElsewhere) await keepAddress(flags.dataDir, { token: kept.token, port: beside.port });
  const { text, forget } = await linkText(beside.link, flags.dataDir);
  return {
    text: isElsewhere ? `${text}\n  (another program has port ${kept.port} of the last link)` : text,
    close() {
      forget();
      beside.close();
    },
  };
}

/** The console of this server. Until a client opens it, it is no more than a port. */
interface BesideConsole {
  readonly port: number;
  /** Link with the token, which gives its bearer the rights of the administrator. */
  readonly link: string;
  close(): void;
}

interface Wanted {
  /** Port of the flag; 0: the last one, or any free one. */
  readonly flag: number;
  readonly kept: KeptAddress;
  onExit(code: number | null): void;
}

/** Opens the port on loopback. The console itself is a process of its own, which starts with the first connection. */
async function openConsole(
  connection: CertificateConnection,
  { flag, kept: { token, port: last }, onExit }: Wanted,
): Promise<BesideConsole> {
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
  const listen = (port: number): Promise<void> =>
    new Promise((done, failed) => {
      server.once("error", failed).listen(port, "127.0.0.1", () => {
        server.off("error", failed);
        done();
      });
    });
  if (flag !== 0)
    await listen(flag).catch((error) => {
      throw cannotListen(flag, error);
    });
  else await listen(last).catch(() => listen(0));
  return {
    port: portOf(),
    link: `http://127.0.0.1:${portOf()}/#token=${token}`,
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
    { cause: error },
  );
