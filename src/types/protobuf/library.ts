import { loadLate } from "../../async/load-late.ts";

/** Reads and writes the wire format; loaded for the first client that uses protobuf. */
export const protobufjs = loadLate<typeof import("protobufjs/minimal.js")>("protobufjs/minimal.js");
