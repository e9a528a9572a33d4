import { Command } from "commander";
import { serveCommand } from "../commands/serve.ts";
import { startServing } from "../serve/start-serving.ts";

let isReady = (): void => {};
export const ready = new Promise<void>((resolve) => {
  isReady = resolve;
});

/** `sallyport serve` and nothing else, for the build to join into one file (docs/decisions/0019). */
export const program = new Command("sallyport").addCommand(
  serveCommand((flags) => startServing(flags, isReady)),
);
