import type { ServerResponse } from "../../api/exchange/exchange.ts";
import { quote } from "../../go/quote.ts";
import type { RequestContext } from "../request-context.ts";

const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const TEXT = { "content-type": "text/plain; charset=utf-8" };

/** Returns the response to a URL without a meaning, before authentication; undefined if the URL has one. */
export function unreadableUrl(context: RequestContext): ServerResponse | undefined {
  const { info, request } = context;
  if (BROKEN_ESCAPE.test(request.path)) return { status: 400, headers: TEXT, body: "400 Bad Request" };
  return info.prefix !== "" && isBare(info.path) ? aboutNothing(context) : undefined;
}

/** True if the path ends with the deprecated verb, in the position of a resource. */
function isBare(path: string): boolean {
  const parts = path.split("/");
  const first = parts.findIndex((part) => part !== "");
  const last = parts.findLastIndex((part) => part !== "");
  return last - first + 1 === (parts[first] === "api" ? 3 : 4);
}

/** `/api/v1/watch` and `/api/v1/proxy`: WithRequestInfo in k8s.io/apiserver/pkg/endpoints/filters/requestinfo.go. */
function aboutNothing(context: RequestContext): ServerResponse {
  const why = `unable to determine kind and namespace from url, ${urlOf(context)}`;
  return internalServerError(context, `failed to create RequestInfo: ${why}`);
}

const urlOf = ({ request: { path, rawQuery } }: RequestContext): string =>
  rawQuery === "" ? path : `${path}?${rawQuery}`;

/**
 * Builds the 500 response of a filter that fails before the endpoints (apiserver,
 * responsewriters.InternalError).
 */
export function internalServerError(context: RequestContext, why: string): ServerResponse {
  const text = `Internal Server Error: ${quote(urlOf(context))}: ${why}`;
  const headers = { "audit-id": context.auditId, ...TEXT, "x-content-type-options": "nosniff" };
  return { status: 500, headers, body: `${withoutMarkup(text)}\n` };
}

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text so that browsers do not read it as HTML. */
const withoutMarkup = (text: string): string => text.replace(/[&<>]/g, (c) => MARKUP[c] ?? c);
