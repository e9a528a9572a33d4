import type { RawAnswer } from "./answer.ts";

/** As the reference names its text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

const processStart = String(Math.floor(performance.timeOrigin / 1000));

/** An answer for Prometheus, which also says since when the process runs. */
export const metricsText = (body: string, contentType = METRICS_TYPE): RawAnswer => ({
  kind: "raw",
  response: {
    status: 200,
    headers: { "content-type": contentType, "process-start-time-unix": processStart },
    body,
  },
});
