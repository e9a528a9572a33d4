import { runConformance } from "./run.ts";

const [root = ".", ...args] = process.argv.slice(2);
process.exit(await runConformance(root, args));
