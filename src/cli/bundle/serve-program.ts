import { EventEmitter, once } from "node:events";
import { Command } from "commander";
import { serveCommand } from "../commands/serve.ts";
import { startServing } from "../serve/start/start-serving.ts";

const starting = new EventEmitter();
export const ready: Promise<unknown> = once(starting, "ready");

/** The program for `sallyport serve` alone, which the build joins into one file (docs/decisions/0019). */
export const program = new Command("sallyport").addCommand(
  serveCommand((flags) => startServing(flags, () => starting.emit("ready"))),
);
