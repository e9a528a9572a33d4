import { Command } from "commander";
import { serveCommand } from "../commands/serve.ts";
import { startServing } from "../serve/start/start-serving.ts";

let isReady = (): void => {};
export const ready = new Promise<void>((resolve) => {
  isReady = resolve;
});

/** The program for `sallyport serve` alone, which the build joins into one file (docs/decisions/0019). */
export const program = new Command("sallyport").addCommand(
  serveCommand((flags) => startServing(flags, isReady)),
);
