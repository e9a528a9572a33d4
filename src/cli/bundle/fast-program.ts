import { Command } from "commander";
import { explainCommand } from "../commands/explain.ts";
import { lintCommand } from "../commands/lint.ts";
import { serveCommand } from "../commands/serve.ts";
import { explain } from "../explain/explain.ts";
import { lintPaths } from "../lint/lint.ts";
import { startServing } from "../serve/start-serving.ts";

/** The commands that start fast, and no others, for the build to join into one file (docs/decisions/0019). */
export const program = new Command("sallyport")
  .addCommand(serveCommand(startServing))
  .addCommand(explainCommand(explain))
  .addCommand(lintCommand(lintPaths));
