import { loadLate } from "../../../api/load-late.ts";

/** Reads and writes the wire format; loaded with the first client that speaks it. */
export const protobufjs = loadLate<typeof import("protobufjs/minimal.js")>("protobufjs/minimal.js");
