import type { DestinationStream, Logger } from "pino";
import { loadLate } from "../../../async/load-late.ts";
import { visible } from "../../../report/visible-text.ts";
import type { Log } from "../../../server/log.ts";
import { printError } from "../../terminal.ts";
import { textLine } from "./text-line.ts";

const pino = loadLate<typeof import("pino")>("pino");

/** People read lines as they come. */
const TEXT = { write: (line: string) => printError(textLine(line)) };

/** Log collectors and terminals read the lines; the JSON keeps its meaning. */
const asJson = (stream: DestinationStream): DestinationStream => ({
  write: (line) => stream.write(visible(line)),
});

/** The log of the server, and its verbosity. */
export interface Logging {
  readonly log: Log;
  /**
   * Sets the verbosity on the scale of klog: up to 1 logs what was configured at the start, up to 3 logs
   * events, from 4 on logs everything.
   */
  setVerbosity(level: number): void;
}

/**
 * Creates the log. Log lines go to standard error, as text in a terminal and else as JSON; standard output is
 * for requested output. `number`: that of this process, if there are several.
 */
export function createLog(atFirst: string, format = "auto", number?: number): Logging {
  let logger: Logger | undefined;
  let level = atFirst;
  const asText = format === "text" || (format !== "json" && process.stderr.isTTY === true);
  return {
    log: (severity, message, fields = {}) => {
      logger ??= pino().pino(
        { level, base: number === undefined ? null : { process: number } },
        asText ? TEXT : asJson(pino().pino.destination({ dest: 2, sync: false })),
      );
      logger[severity](fields, message);
    },
    setVerbosity(wanted) {
      level = wanted >= 4 ? "debug" : wanted >= 2 ? "info" : atFirst;
      if (logger !== undefined) logger.level = level;
    },
  };
}
