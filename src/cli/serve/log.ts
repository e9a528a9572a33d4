import { pino } from "pino";
import type { Log } from "../../server/house.ts";

/** Log lines are JSON on standard error; standard output is for people. */
export function createLog(level: string): Log {
  const logger = pino({ level, base: null }, pino.destination({ dest: 2, sync: false }));
  return (severity, message, fields = {}) => logger[severity](fields, message);
}
