import type { ServerResponse } from "../../api/exchange.ts";
import { quote } from "../../api/quote.ts";
import type { RequestContext } from "../request-context.ts";
import { withoutMarkup } from "../respond/without-markup.ts";

const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const TEXT = { "content-type": "text/plain; charset=utf-8" };

/** What is answered before anybody has looked at who asks: the URL has no meaning. Undefined: it has one. */
export function unreadableUrl(context: RequestContext): ServerResponse | undefined {
  const { info, request } = context;
  if (BROKEN_ESCAPE.test(request.path)) return { status: 400, headers: TEXT, body: "400 Bad Request" };
  return info.prefix !== "" && info.resource === "" && isBare(info.path) ? aboutNothing(context) : undefined;
}

/** It ends with the verb; an empty resource would be one. */
const isBare = (path: string): boolean => /\/(watch|proxy)\/*$/.test(path);

/** `/api/v1/watch` and `/api/v1/proxy`: WithRequestInfo in k8s.io/apiserver/pkg/endpoints/filters/requestinfo.go. */
function aboutNothing({ request: { path, rawQuery }, auditId }: RequestContext): ServerResponse {
  const url = rawQuery === "" ? path : `${path}?${rawQuery}`;
  const why = `unable to determine kind and namespace from url, ${url}`;
  const text = `Internal Server Error: ${quote(url)}: failed to create RequestInfo: ${why}`;
  const headers = { "audit-id": auditId, ...TEXT, "x-content-type-options": "nosniff" };
  return { status: 500, headers, body: `${withoutMarkup(text)}\n` };
}
