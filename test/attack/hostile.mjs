// A process of its own that does one hostile thing until it is killed.
import { KINDS } from "./kinds.mjs";

process.on("message", ({ kind, server }) => KINDS[kind](server));
// A measurement that is killed must not leave it behind.
process.on("disconnect", () => process.exit());
process.on("uncaughtException", () => {});
