import cluster from "node:cluster";
import { messageOf } from "../../../report/describe-error.ts";
import { inContextLater } from "../../../report/in-context.ts";
import type { Log } from "../../../server/log.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { untilAsked } from "../../until-asked.ts";
import type { AuditFile } from "../audit/audit-file.ts";
import { openAuditTarget } from "../audit/audit-target.ts";
import { checkProcesses } from "../flags/check-processes.ts";
import { readServeFlags, type ServeFlags } from "../flags/serve-flags.ts";
import { createLog, type Logging } from "../log/log.ts";
import type { Addressee, ReadyServer } from "../processes/messages.ts";
import { consoleBeside } from "../start/beside-console.ts";
import { containCrashes } from "../start/contain-crashes.ts";
import { placeOf, printWelcome } from "../start/welcome.ts";
import type { OwnStore } from "./own-store.ts";
import { relay } from "./relay.ts";
import { Servers } from "./servers.ts";

/**
 * Starts `--processes` servers on one port, each in a process of its own, and starts those again that end. Prints the start message
 * when all are ready, and resolves when they have stopped. SIGHUP replaces the servers one after the other. This process answers
 * no requests: it passes new connections to the servers in turn, and has their log, their audit log, the console and, without etcd,
 * the store.
 */
export async function serveProcesses(given: GivenFlags): Promise<void> {
  const flags = readServeFlags(given);
  checkProcesses(flags);
  const { log, setVerbosity } = createLog(flags.logLevel, flags.loggingFormat ?? flags.logFormat);
  if (flags.v !== undefined) setVerbosity(flags.v);
  const audit = createAuditWriter(flags, log);
  const store = flags.etcdServers === undefined ? await openStore(flags, log) : undefined;
  const servers: Servers = new Servers({
    ...{ count: flags.processes, log, attach: store?.attach },
    take: (message, from) =>
      message.kind === "audit" ? audit.write(from, message) : relay(servers, message, from),
    ended({ number }) {
      for (const one of servers.current.values()) one.send({ kind: "gone", from: number });
    },
  });
  // Texts are copied as they are, not as JSON.
  const settings = { stdio: STDIO, serialization: "advanced" } as const;
  const folder = store === undefined ? [] : [`--data-dir=${store.dataDir}`];
  cluster.setupPrimary({ ...settings, args: [...process.argv.slice(2), ...logFormat(flags), ...folder] });
  const asked = untilAsked();
  const letCrashes = containCrashes(log);
  reloadWhenAsked(servers, log);
  try {
    const started = inContextLater("a server process could not start", () => servers.start());
    const first = await Promise.race([started, asked]);
    if (first === undefined) return;
    await shown(first, flags, log, asked);
  } finally {
    await servers.stop();
    await store?.close();
    await audit.close();
    letCrashes();
  }
}

/** Files of the servers: their input and output, the channel of `node:cluster`, and the store (`STORE_FD`). */
const STDIO: ("pipe" | "ipc")[] = ["pipe", "pipe", "pipe", "ipc", "pipe"];

/** Over etcd, this process does not load the code of stores. */
async function openStore(flags: ServeFlags, log: Logging["log"]): Promise<OwnStore> {
  const { openOwnStore } = await import("./own-store.ts");
  return openOwnStore(flags, log);
}

/** The servers write to pipes: they cannot see that their log is read in a terminal. */
const logFormat = ({ logFormat }: ServeFlags): readonly string[] =>
  logFormat === "auto" && process.stderr.isTTY === true ? ["--log-format=text"] : [];

function reloadWhenAsked(servers: Servers, log: Logging["log"]): void {
  let reloading = Promise.resolve();
  const reload = async (): Promise<void> => {
    try {
      await servers.replaceAll();
      log("info", "all server processes have been replaced");
    } catch (error) {
      log("error", "a new server process could not start, the others stay", { how: messageOf(error) });
    }
  };
  process.on("SIGHUP", () => {
    reloading = reloading.then(reload);
  });
}

async function shown(
  { address, kubeconfig, connection }: ReadyServer,
  flags: ServeFlags,
  log: Logging["log"],
  asked: Promise<void>,
): Promise<void> {
  const beside = await consoleBeside({ connection, flags, log });
  printWelcome({
    ...{ address, kubeconfig, processes: flags.processes, fakeNodes: flags.fakeNodes },
    ...(beside === undefined ? {} : { console: beside.text }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    kept: placeOf(flags),
    milliseconds: performance.now(),
  });
  await asked;
  beside?.close();
}

/** Writes the audit log of all servers, so that lines stay whole and the file is rotated once. */
interface AuditWriter {
  write(from: Addressee, { number, lines }: Lines): void;
  /** Resolves when all lines are written, or cannot be written. */
  close(): Promise<void>;
}

interface Lines {
  readonly number: number;
  readonly lines: readonly string[];
}

/** The file is opened with the first line: before, the servers have checked the flags, and have created it. */
function createAuditWriter(flags: ServeFlags, log: Log): AuditWriter {
  let file: AuditFile | undefined;
  return {
    write(from, { number, lines }) {
      const { auditLogPath = "-" } = flags;
      file ??= openAuditTarget(auditLogPath, flags, log);
      void Promise.all(lines.map(file.write, file)).then((areStored) =>
        from.send({ kind: "stored", number, areStored }),
      );
    },
    close: async () => file?.close(),
  };
}
