import type { ChildProcess } from "node:child_process";

export const TOKEN: string;

/** A server in a process of its own, on a free port. */
export interface StartedServer {
  readonly child: ChildProcess;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly port: number;
  readonly readyMs: number;
  /** PEM. */
  readonly ca: string;
  readonly url: string;
}

export function startServer(options: {
  readonly dist: string;
  readonly dataDir: string;
  readonly inMemory?: boolean;
  readonly nodeFlags?: readonly string[];
  readonly flags?: readonly string[];
}): Promise<StartedServer>;

/** Asks it to stop, and kills it when it does not. */
export function stopServer(
  server: StartedServer,
  graceMs?: number,
): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
