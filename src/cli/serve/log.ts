import type { Logger } from "pino";
import { loadLate } from "../../api/load-late.ts";
import type { Log } from "../../server/log.ts";

const pino = loadLate<typeof import("pino")>("pino");

export interface Logging {
  readonly log: Log;
  /** As klog counts: up to 1 what was asked for at the start, up to 3 what happens, from 4 on everything. */
  setVerbosity(level: number): void;
}

/** Log lines are JSON on standard error; standard output is for people. */
export function createLog(atFirst: string): Logging {
  let logger: Logger | undefined;
  let level = atFirst;
  return {
    log: (severity, message, fields = {}) => {
      logger ??= pino().pino({ level, base: null }, pino().pino.destination({ dest: 2, sync: false }));
      logger[severity](fields, message);
    },
    setVerbosity(wanted) {
      level = wanted >= 4 ? "debug" : wanted >= 2 ? "info" : atFirst;
      if (logger !== undefined) logger.level = level;
    },
  };
}
