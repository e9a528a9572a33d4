import type { Handler } from "../../../api/exchange/exchange.ts";
import type { AuditFile } from "../audit/audit-file.ts";
import { AuditLines } from "./audit-lines.ts";
import type { ReadyServer, ToParent, ToServer } from "./messages.ts";
import { Peers } from "./peers.ts";
import { together } from "./together.ts";

/** A server that is one of several processes, towards its parent. If the parent ends, Node ends this process. */
export interface ParentLink {
  /** The number of this server, from 1. */
  readonly number: number;
  /** Resolves when this server is to stop. */
  readonly asked: Promise<void>;
  /** Returns a handler that answers some requests with what all servers know. */
  together(handle: Handler): Handler;
  /** Returns the audit log, which the parent writes. */
  auditFile(confirms: boolean): AuditFile;
  /** Reports that this server answers. */
  ready(server: ReadyServer): void;
  /** Lets the process end. */
  close(): void;
}

/** Connects a server to its parent. `number`: that of this server, from 1. */
export function connectToParent(number: number): ParentLink {
  const send = (message: ToParent): void => void process.send?.(message);
  const peers = new Peers(number, send);
  const lines = new AuditLines(send);
  let stop = (): void => {};
  const asked = new Promise<void>((resolve) => {
    stop = resolve;
  });
  process.on("message", (message: ToServer) => {
    if (message.kind === "stop") stop();
    else if (message.kind === "stored") lines.stored(message.number, message.areStored);
    else peers.take(message);
  });
  process.once("SIGTERM", stop);
  // A terminal sends these to the parent too, which decides.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  return {
    ...{ number, asked },
    together: (handle) => together(handle, peers),
    auditFile: (confirms) => lines.file(confirms),
    ready: ({ address, kubeconfig, connection }) =>
      send({ kind: "ready", server: { address, kubeconfig, connection } }),
    close: () => process.channel?.unref(),
  };
}
