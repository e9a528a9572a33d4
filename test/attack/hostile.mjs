// A separate process that runs one hostile client until it is killed.
import { KINDS } from "./kinds.mjs";

process.on("message", ({ kind, server }) => KINDS[kind](server));
// A measurement that is killed must not leave it behind.
process.on("disconnect", () => process.exit());
process.on("uncaughtException", () => {});
