import type { Logger } from "pino";
import { loadLate } from "../../api/load-late.ts";
import type { Log } from "../../server/house.ts";

const pino = loadLate<typeof import("pino")>("pino");

/** Log lines are JSON on standard error; standard output is for people. */
export function createLog(level: string): Log {
  let logger: Logger | undefined;
  return (severity, message, fields = {}) => {
    logger ??= pino().pino({ level, base: null }, pino().pino.destination({ dest: 2, sync: false }));
    logger[severity](fields, message);
  };
}
