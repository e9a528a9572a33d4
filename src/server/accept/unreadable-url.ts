import { quote } from "../../api/field-error.ts";
import { plain } from "../handle/plain.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;

/** What is answered before anybody has looked at who asks: the URL has no meaning. Undefined: it has one. */
export function unreadableUrl({ info, request }: RequestContext): Answer | undefined {
  if (BROKEN_ESCAPE.test(request.path)) return plain(400, "400 Bad Request");
  return info.prefix !== "" && info.resource === "" ? aboutNothing(request) : undefined;
}

/** `/api/v1/watch` and `/api/v1/proxy`: WithRequestInfo in k8s.io/apiserver/pkg/endpoints/filters/requestinfo.go. */
function aboutNothing({ path, rawQuery }: RequestContext["request"]): Answer {
  const url = rawQuery === "" ? path : `${path}?${rawQuery}`;
  const why = `unable to determine kind and namespace from url, ${url}`;
  return plain(500, `Internal Server Error: ${quote(url)}: failed to create RequestInfo: ${why}\n`);
}
