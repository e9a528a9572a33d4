import type { JsonObject } from "../../json/value.ts";
import { shellWord } from "../../report/shell-word.ts";
import { explainPath } from "../explain-path.ts";
import { ownCommand } from "../own-command.ts";
import { applyManifests, undoManifests } from "./apply-manifests.ts";
import { configurations } from "./configurations.ts";
import { explainText } from "./explain-text.ts";
import { graph, lintFindings, outage } from "./lint-views.ts";
import { refused } from "./refused.ts";
import { hookCounts } from "./requests/hook-counts.ts";
import type { RequestFeed } from "./requests/request-feed.ts";
import { schemas } from "./schemas.ts";
import { tryAgain } from "./try-again.ts";
import type { Upstream } from "./upstream.ts";
import { createWhatIf, type WhatIf } from "./what-if/what-if.ts";

/** Handlers for the requests of the page, by method and path. */
export type Routes = Readonly<Record<string, Route | undefined>>;
type Route = (body: unknown, query: URLSearchParams) => Promise<JsonObject>;

/** Handlers that tell of their progress before they answer. */
export const slowRoutesOf = (upstream: Upstream): Readonly<Record<string, WhatIf | undefined>> => ({
  "POST /api/what-if": createWhatIf(upstream),
});

/** Nothing else is passed on to the server: the console shows what is about admission. */
export function routesOf(upstream: Upstream, feed: RequestFeed): Routes {
  return {
    "GET /api/about": () => about(upstream),
    "GET /api/shadow": () => shadow(upstream),
    "GET /api/request": (_body, query) => request(upstream, query.get("id") ?? ""),
    "GET /api/configurations": () => configurations(upstream),
    "GET /api/counts": async () => ({ ...hookCounts(feed.rows) }) as unknown as JsonObject,
    "GET /api/effective": () => effective(upstream),
    "GET /api/lint": () => lintFindings(upstream),
    "GET /api/graph": () => graph(upstream),
    "GET /api/outage": (_body, query) => outage(upstream, query.get("webhook") ?? ""),
    "GET /api/schemas": () => schemas(upstream),
    "POST /api/errors": (body) => explainText(upstream, body),
    "POST /api/try": (body) => tryAgain(upstream, body),
    "POST /api/apply": (body) => applyManifests(upstream, body),
    "POST /api/undo": (body) => undoManifests(upstream, body),
  };
}

async function about({ client, server, inTerminal: { from, idFlag } }: Upstream): Promise<JsonObject> {
  const [{ body }, { status }] = await Promise.all([client("GET", "/version"), client("GET", "/shadow")]);
  const version = String(body.gitVersion ?? "");
  const explain = [ownCommand(), "explain", ...from.map(shellWord)].join(" ");
  return { server, version, shadow: status === 200, explain, idFlag };
}

/** Returns the decisions that a configuration that is not in effect would make differently. */
async function shadow({ client }: Upstream): Promise<JsonObject> {
  const { status, body } = await client("GET", "/shadow");
  if (status === 200) return body;
  throw refused(
    status,
    status === 404 ? "The server was started without --shadow." : String(body.message ?? ""),
  );
}

const SERVER_LINE = /^\[([+-])\](\S+) /gm;

/** Returns the servers over the store on which the newest configuration is in effect (docs/operations.md). */
async function effective({ client }: Upstream): Promise<JsonObject> {
  const { status, body } = await client("GET", "/readyz/effective");
  const text = String(body.message ?? "");
  const servers = [...text.matchAll(SERVER_LINE)].map(([, sign, name = ""]) => ({
    name,
    inEffect: sign === "+",
  }));
  if (servers.length === 0)
    throw refused(status < 400 ? 404 : status, "This server does not say what is in effect.");
  return { servers };
}

/** Returns a request with the data that the server still has about it. */
async function request({ client }: Upstream, id: string): Promise<JsonObject> {
  const path = explainPath(id);
  if (path === undefined) throw forgotten();
  const { status, body } = await client("GET", `${path}?detail=full`);
  if (status === 200) return body;
  if (status === 404) throw forgotten();
  throw refused(status, String(body.message ?? "The server does not explain it."));
}

const forgotten = () =>
  refused(
    404,
    "The server does not remember this request any more. It keeps the last 1000 while a console is open.",
  );
