import { memoryRequest } from "../../src/api/exchange/memory-request.ts";
import { requestTimeout } from "../../src/server/accept/deadline.ts";
import { parseRequestInfo } from "../../src/server/accept/request-info.ts";
import { WarningRecorder } from "../../src/server/accept/warning-recorder.ts";
import { readImpersonationHeaders } from "../../src/server/authenticate/impersonation-headers.ts";
import { parseAccept } from "../../src/server/respond/accept-header.ts";
import { fill, numbered, RUNS } from "./shapes.mjs";

const request = (init) => memoryRequest({ method: "GET", url: "/api", ...init });
const records = (text) => text.split("\n");

/** Parts of a request before its body, and headers of responses. */
export const HEADS = [
  {
    name: "path",
    inputs: { ...RUNS, segments: (size) => `/api/v1/namespaces/${fill("a/", size)}` },
    run: (path) => parseRequestInfo({ method: "GET", path: `/${path}`, query: new URLSearchParams() }),
  },
  {
    name: "query",
    inputs: {
      parameters: (size) => numbered((i) => `k${i}=v`, size, "&"),
      "one parameter": (size) => fill("timeout=1s&", size),
      escapes: (size) => fill("%20", size),
      "broken escapes": (size) => fill("%", size),
    },
    run: (query) => requestTimeout(request({ url: `/api?${query}` }).query.get("timeout")),
  },
  { name: "timeout", inputs: RUNS, run: requestTimeout },
  {
    name: "Accept",
    inputs: {
      ...RUNS,
      types: (size) => numbered((i) => `application/a${i}`, size),
      parameters: (size) => `application/json${fill(";a=b", size)}`,
      qualities: (size) => fill("a/b;q=0.1,", size),
    },
    run: parseAccept,
  },
  {
    name: "impersonation headers",
    inputs: {
      groups: (size) => numbered((i) => `g${i}`, size, "\n"),
      extras: (size) => numbered((i) => `e${i}`, size, "\n"),
    },
    run: (text) =>
      readImpersonationHeaders(
        request({
          headers: {
            "impersonate-user": "a",
            "impersonate-group": records(text).filter((line) => line.startsWith("g")),
            ...Object.fromEntries(
              records(text)
                .filter((line) => line.startsWith("e"))
                .map((line) => [`impersonate-extra-${line}`, "v"]),
            ),
          },
        }),
      ),
  },
  {
    name: "warnings",
    inputs: {
      many: (size) => numbered((i) => `unknown field "spec.f${i}"`, size, "\n"),
      same: (size) => fill("the same\n", size),
      long: (size) => fill("é\u0001", size),
    },
    run: (text) => {
      const recorder = new WarningRecorder();
      for (const line of records(text)) recorder.add(line);
      return recorder.headers();
    },
  },
];
