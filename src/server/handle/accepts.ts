import { methodNotAllowed, notAcceptable, StatusError } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import { parseClause, withoutProtobuf } from "../respond/negotiate.ts";
import { acceptedBy } from "../respond/respond.ts";

const OBJECTS = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

/** A path that knows GET only: 405 for everything else. */
export function assertGet({ request }: RequestContext): void {
  if (request.method !== "GET") throw methodNotAllowed();
}

/** 406 in the words of the paths that take any method. */
export function assertObjectAccepted(context: RequestContext): void {
  try {
    withoutProtobuf(acceptedBy(context));
  } catch {
    throw notAcceptable(`only the following media types are accepted: ${OBJECTS}`);
  }
}

/** Whether the client takes this one media type. */
export function takes({ request }: RequestContext, type: string): boolean {
  const { accept } = request.headers;
  if (accept === undefined || accept.trim() === "") return true;
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  return accept.split(",").some((text) => {
    const clause = parseClause(text);
    return clause.type === type || clause.type === "*/*" || clause.type === family;
  });
}

/** 406 unless the client takes the only type that there is. */
export function assertTakes(context: RequestContext, type: string): void {
  if (takes(context, type)) return;
  throw new StatusError({
    message: `406: Not Acceptable\n\nAvailable representations: ${type}`,
    reason: "NotAcceptable",
    details: {},
    code: 406,
  });
}
