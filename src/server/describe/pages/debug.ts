import { Session } from "node:inspector/promises";
import { quote } from "../../../go/quote.ts";
import { readBytes } from "../../handle/write/body/read-body.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Answer, rawAnswer } from "../../respond/answer.ts";
import { bareText, plain } from "../../respond/plain.ts";

/** Profile of this process in the format of V8's tools: JSON. */
interface Profile {
  readonly file: string;
  take(seconds: number, signal: AbortSignal): Promise<object>;
}

const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 300;

const PROFILES: Readonly<Record<string, Profile>> = {
  heap: {
    file: "heap.heapprofile",
    take: (seconds, signal) =>
      during("HeapProfiler", seconds, signal, async (session, wait) => {
        await session.post("HeapProfiler.startSampling");
        await wait;
        return (await session.post("HeapProfiler.stopSampling")).profile;
      }),
  },
  profile: {
    file: "cpu.cpuprofile",
    take: (seconds, signal) =>
      during("Profiler", seconds, signal, async (session, wait) => {
        await session.post("Profiler.start");
        await wait;
        return (await session.post("Profiler.stop")).profile;
      }),
  },
};

type Domain = "Profiler" | "HeapProfiler";

async function during(
  domain: Domain,
  seconds: number,
  signal: AbortSignal,
  work: (session: Session, wait: Promise<void>) => Promise<object>,
): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post(`${domain}.enable`);
    return await work(session, pause(seconds, signal));
  } finally {
    session.disconnect();
  }
}

/** Resolves after this time, or earlier if the client disconnects. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Settings of the `/debug` pages. */
export interface Verbosity {
  /** Sets the verbosity on klog's scale: 0 is least, 4 and more is everything. */
  setVerbosity(level: number): void;
  /** False: these pages do not exist. */
  readonly profiling: boolean;
}

/** Answers `/debug/pprof/` and `/debug/flags/`: profiles of this process, and its log verbosity. */
export function debugPages(server: Verbosity, context: RequestContext): Answer | Promise<Answer> | undefined {
  const [, root, section, ...rest] = context.info.path.split("/");
  const name = rest.join("/");
  if (root !== "debug" || !server.profiling) return undefined;
  if (context.info.path === "/debug/pprof") return toIndex(context.request.method);
  if (section === "pprof")
    return name === "" ? rawAnswer(200, { ...HTML, ...NOT_SNIFFED }, PROFILE_INDEX) : profile(context, name);
  if (section !== "flags") return undefined;
  return context.info.path === "/debug/flags/v"
    ? setVerbosity(server, context)
    : rawAnswer(200, HTML, FLAG_INDEX);
}

const NOT_SNIFFED = { "x-content-type-options": "nosniff" };

const HTML = { "content-type": "text/html; charset=utf-8" };

/** Redirects to the index; only reads get a page (net/http, Redirect). */
function toIndex(method: string): Answer {
  const reads = method === "GET" || method === "HEAD";
  const headers = { ...(reads ? HTML : {}), location: "/debug/pprof/" };
  return rawAnswer(302, headers, reads ? '<a href="/debug/pprof/">Found</a>.\n\n' : "");
}

const document = (title: string, ...lines: readonly string[]): string =>
  [
    "<html>",
    "<head>",
    `<title>${title}</title>`,
    "</head>",
    "<body>",
    ...lines,
    "</body>",
    "</html>",
    "",
  ].join("\n");

const PROFILE_INDEX = document(
  "/debug/pprof/",
  `<p>Profiles of this process, taken for <code>?seconds=</code> (default ${DEFAULT_SECONDS}), for the tools of V8</p>`,
  "<ul>",
  ...Object.entries(PROFILES).map(
    ([name, { file }]) => `<li><a href="${name}" download="${file}">${name}</a></li>`,
  ),
  "</ul>",
);

const FLAG_INDEX = document(
  "/debug/flags/",
  "<p>Flags that may be changed by PUT</p>",
  "<ul>",
  "<li>v</li>",
  "</ul>",
);

/** True while a profile is taken; one at a time, because profiling is expensive. */
let busy = false;

async function profile(context: RequestContext, name: string): Promise<Answer> {
  const known = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (known === undefined) return plain(404, "Unknown profile\n");
  const asked = Number(context.request.query.get("seconds") ?? DEFAULT_SECONDS);
  if (!(asked > 0 && asked <= MOST_SECONDS))
    return plain(400, `seconds must be a number up to ${MOST_SECONDS}\n`);
  if (busy) return plain(500, "Could not enable profiling: profiling is already in use\n");
  busy = true;
  try {
    const taken = await known.take(asked, context.request.signal);
    const headers = {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${known.file}"`,
    };
    return rawAnswer(200, headers, JSON.stringify(taken));
  } finally {
    busy = false;
  }
}

/** Answers the PUT of a number: the new log verbosity. */
async function setVerbosity(server: Verbosity, context: RequestContext): Promise<Answer> {
  if (context.request.method !== "PUT") return bare(406, "unsupported http method");
  const text = Buffer.from(await readBytes(context)).toString();
  if (!/^\d{1,9}$/.test(text)) return bare(400, `strconv.ParseUint: parsing ${quote(text)}: invalid syntax`);
  server.setVerbosity(Number(text));
  return bare(200, `successfully set klog.logging.verbosity to ${text}`);
}

/** Builds a text answer like `writePlainText` in the reference's server/routes/flags.go. */
const bare = (status: number, text: string): Answer =>
  rawAnswer(status, { "content-type": "text/plain", ...NOT_SNIFFED }, `${text}\n`);

/** Source of `/debug/api_priority_and_fairness/`. */
export interface FlowDumpsSource {
  /** Returns a table of priority and fairness by its name; undefined: there is none. */
  dumpFlows(name: string, withDetails: boolean): string | undefined;
}

const ROOT = "/debug/api_priority_and_fairness/";

/** Answers `/debug/api_priority_and_fairness/dump_*`: priority levels, their queues, and the requests in them. */
export function flowDumps(source: FlowDumpsSource, { info, request }: RequestContext): Answer | undefined {
  if (!info.path.startsWith(ROOT)) return undefined;
  const withDetails = (request.query.get("includeRequestDetails") ?? "") !== "";
  const table = source.dumpFlows(info.path.slice(ROOT.length), withDetails);
  return table === undefined ? undefined : bareText(200, table);
}
