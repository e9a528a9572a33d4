import { notAcceptable } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Clock } from "../../clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Clause, parseAccept } from "../../respond/accept-header.ts";
import { type Answer, rawAnswer } from "../../respond/answer.ts";
import { encodeValue } from "../../respond/encode-value.ts";
import { bareText } from "../../respond/plain.ts";
import { wantsPretty } from "../../respond/pretty.ts";
import { acceptOf } from "../../respond/respond.ts";
import type { VersionSource } from "../version.ts";

/** Sources of `/statusz` and `/flagz`. */
export interface StatusPagesSource extends Clock, VersionSource {
  /** Flags of the server's start, by name. */
  readonly flags: Readonly<Record<string, string>>;
}

/** Answers `/statusz` and `/flagz`: pages about the server itself. */
export function statusPages(source: StatusPagesSource, context: RequestContext): Answer | undefined {
  const { path } = context.info;
  const { isOn } = source.features;
  if (path === "/statusz" && isOn("ComponentStatusz")) return answerPage(context, statusz(source));
  return path === "/flagz" && isOn("ComponentFlagz") ? answerPage(context, flagz(source)) : undefined;
}

/** Page about the server itself: a text for users, or an object of `config.k8s.io`. */
interface Page {
  /** Kind of the object: `Flagz`. */
  readonly kind: string;
  /** Lines of the text behind the warning. */
  readonly lines: readonly string[];
  /** The object without apiVersion, kind and metadata. */
  readonly object: JsonObject;
}

/** Builds the flags of the server's start. */
const flagz = ({ flags }: StatusPagesSource): Page => ({
  kind: "Flagz",
  lines: Object.keys(flags)
    .sort()
    .map((name) => `${name}: ${flags[name]}`),
  object: { flags: { ...flags } },
});

const PATHS = ["/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz", "/version"];

/** Builds start time, version, and the paths for administrators. */
function statusz({ now, version, features }: StatusPagesSource): Page {
  const uptimeSeconds = Math.floor(process.uptime());
  const startedAt = now() - uptimeSeconds * 1000;
  const [hours, minutes] = [Math.floor(uptimeSeconds / 3600), Math.floor(uptimeSeconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  const binaryVersion = version.gitVersion.replace(/^v/, "");
  const emulationVersion = `${version.major}.${features.minor}`;
  const startTime = formatTime(startedAt);
  return {
    kind: "Statusz",
    lines: [
      "",
      `Started: ${unixDate(new Date(startedAt))}`,
      `Up: ${hours} hr ${two(minutes)} min ${two(uptimeSeconds % 60)} sec`,
      "Go version: ",
      `Binary version: ${binaryVersion}`,
      `Emulation version: ${emulationVersion}`,
      `Paths: ${PATHS.join(" ")}`,
    ],
    object: { startTime, uptimeSeconds, goVersion: "", binaryVersion, emulationVersion, paths: PATHS },
  };
}

/** Formats a date: `Sat Nov 21 16:40:41 UTC 2026`. */
function unixDate(date: Date): string {
  const [, day, month, year, time] = /^(\w+), 0?(\d+ \w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  const [number = "", name = ""] = (month ?? "").split(" ");
  return `${day} ${name} ${number.padStart(2)} ${time} UTC ${year}`;
}

const GROUP = "config.k8s.io";
const VERSIONS: Readonly<Record<string, string | undefined>> = {
  v1alpha1: "This version of the %s endpoint is deprecated. Please use a newer version.",
  v1beta1: undefined,
};

const WARNING =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

/**
 * Answers with the page in the first form that the client accepts; with an object only if kind, group and
 * version are named.
 */
function answerPage(context: RequestContext, page: Page): Answer {
  const accept = acceptOf(context.request);
  const best = parseAccept(accept).find((clause) => isText(clause) || isObject(page, clause));
  if (best === undefined && accept !== "")
    throw notAcceptable(
      "only the following media types are accepted: application/json, application/yaml, text/plain",
    );
  if (best !== undefined && !isText(best)) return answerObject(context, page, best);
  const lines = ["", `apiserver ${page.kind.toLowerCase()}`, WARNING, ...page.lines, ""];
  return bareText(200, lines.join("\n"));
}

const isText = ({ type, subtype, parameters }: Clause): boolean =>
  (type === "text" ? subtype === "plain" || subtype === "*" : type === "*" && subtype === "*") &&
  !parameters.has("as");

const isObject = ({ kind }: Page, { type, subtype, parameters }: Clause): boolean =>
  type === "application" &&
  (subtype === "json" || subtype === "yaml") &&
  parameters.get("as") === kind &&
  parameters.get("g") === GROUP &&
  Object.hasOwn(VERSIONS, parameters.get("v") ?? "");

function answerObject(context: RequestContext, page: Page, { subtype, parameters }: Clause): Answer {
  const { kind, object } = page;
  const version = parameters.get("v") ?? "";
  const deprecated = VERSIONS[version];
  if (deprecated !== undefined) context.warnings.add(deprecated.replace("%s", kind.toLowerCase()));
  const value = { kind, apiVersion: `${GROUP}/${version}`, metadata: { name: "apiserver" }, ...object };
  const encoding = subtype === "yaml" ? "yaml" : "json";
  const body = encodeValue(value, { encoding, pretty: wantsPretty(context.request) });
  return rawAnswer(
    200,
    { "content-type": `application/${subtype};g=${GROUP};v=${version};as=${kind}` },
    body,
  );
}
