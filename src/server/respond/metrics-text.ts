import type { RawAnswer } from "./answer.ts";

/** Content type of the reference's text format. */
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

const processStart = String(Math.floor(performance.timeOrigin / 1000));

/** Builds a response for Prometheus, with the start time of the process in a header. */
export const metricsText = (body: string | Uint8Array, contentType = METRICS_TYPE): RawAnswer => ({
  kind: "raw",
  response: {
    status: 200,
    headers: { "content-type": contentType, "process-start-time-unix": processStart },
    body,
  },
});
