import { Command } from "commander";
import { explainCommand } from "../commands/explain.ts";
import { lintCommand } from "../commands/lint.ts";
import { explain } from "../explain/explain.ts";
import { lintPaths } from "../lint/lint.ts";

/** `sallyport explain` and `lint`, for the build to join into one file (docs/decisions/0019). */
export const program = new Command("sallyport")
  .addCommand(explainCommand(explain))
  .addCommand(lintCommand(lintPaths));
