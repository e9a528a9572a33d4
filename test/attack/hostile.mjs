// A process of its own that does one hostile thing until it is killed.
import { KINDS } from "./kinds.mjs";

process.on("message", ({ kind, server }) => KINDS[kind](server));
process.on("uncaughtException", () => {});
