// Loaded before replay.mjs: writes down which of its calls took a second or longer, by the clock of that process, a line for each
// into the file CALL_TIMES: milliseconds, a space, the path.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

/** No time limit of a recording is shorter. */
const LONG_MS = 1000;

subscribe("http.client.request.start", ({ request }) => {
  const began = performance.now();
  request.once("close", () => {
    const ms = performance.now() - began;
    if (ms >= LONG_MS) appendFileSync(process.env.CALL_TIMES, `${Math.floor(ms)} ${request.path}\n`);
  });
});
