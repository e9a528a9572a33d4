import type { Duplex } from "node:stream";
import type { ServerResponse } from "../../api/exchange/exchange.ts";
import type { ServiceAnswer, ServiceClient } from "../../api/exchange/service-client.ts";
import { anySignal } from "../../async/any-signal.ts";
import { encodePath, encodeQuery } from "../../go/url-encode.ts";
import { messageOf } from "../../report/describe-error.ts";
import { isLongRunning } from "../accept/in-time.ts";
import type { RequestHeaders } from "../authenticate/request-header.ts";
import type { RequestContext } from "../request-context.ts";
import type { RawAnswer } from "../respond/answer.ts";
import { bareText, plain } from "../respond/plain.ts";
import { forwardedHeaders, passedOnBeside } from "./forwarded-headers.ts";
import type { RemoteService } from "./remote-services.ts";

/** Parts that requests to other API servers need. */
export interface Aggregation {
  readonly serviceClient: ServiceClient;
  /** Custom header names in which front proxies send the user, besides the standard ones. */
  readonly requestHeaders: RequestHeaders | undefined;
}

/** Maximum bytes of a body that is forwarded. The body is read as a whole first. */
const MAX_BODY = 16 << 20;
/**
 * Timeout of discovery, in milliseconds. It is short because each client sends such requests when it starts
 * (apiserver/pkg/util/proxy/proxy.go).
 */
const DISCOVERY_MS = 5000;

/** Sends a request to the API server behind an APIService (kube-aggregator/pkg/apiserver/handler_proxy.go, ServeHTTP). */
export async function passOn(
  { serviceClient, requestHeaders }: Aggregation,
  context: RequestContext,
  { target, isAvailable }: RemoteService,
): Promise<RawAnswer> {
  const { request, info, user, auditId } = context;
  if (!isAvailable) return UNAVAILABLE;
  let address: string;
  try {
    address = serviceClient.addressOf(target);
  } catch {
    return UNAVAILABLE;
  }
  const body = await request.body(MAX_BODY);
  const path = encodePath(info.path);
  const query = encodeQuery(request.query);
  try {
    const answer = await serviceClient.send(target, {
      method: request.method,
      path: query === "" ? path : `${path}?${query}`,
      headers: forwardedHeaders(request, { user, auditId, address, path, requestHeaders }),
      body: body.length === 0 ? undefined : body,
      signal: endOf(context),
      upgrade: request.maySwitch === true ? request.headers.upgrade : undefined,
    });
    return isRedirect(answer) ? await refusedRedirect(answer) : passedBack(answer);
  } catch (error) {
    return plain(503, `error trying to reach service: ${messageOf(error)}\n`);
  }
}

const UNAVAILABLE = plain(503, "service unavailable\n");

/** Returns a signal that aborts when the request is cancelled or has timed out. */
function endOf({ request, info, timeoutMs }: RequestContext): AbortSignal {
  const ms = isDiscovery(info) ? DISCOVERY_MS : isLongRunning(info) ? 0 : timeoutMs;
  return ms === 0 ? request.signal : anySignal([request.signal, AbortSignal.timeout(ms)]);
}

/** True for the path `/apis/{group}/{version}`. */
const isDiscovery = ({ isResource, path }: RequestContext["info"]): boolean =>
  !isResource && path.replace(/\/$/, "").split("/").length === 4;

const isRedirect = ({ status, headers }: ServiceAnswer): boolean =>
  status >= 300 && status <= 399 && headers.location !== undefined;

/** Refuses a redirect of the other server. A client that followed it would send its credentials there. */
async function refusedRedirect({ body }: ServiceAnswer): Promise<RawAnswer> {
  await body[Symbol.asyncIterator]().return?.();
  return bareText(502, "the backend attempted to redirect this request, which is not permitted");
}

function passedBack({ status, headers, body, connection }: ServiceAnswer): RawAnswer {
  if (connection !== undefined)
    return { kind: "raw", passedBack: true, response: switched(headers, connection) };
  const isPassedOn = passedOnBeside(textOf(headers.connection));
  const kept: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && isPassedOn(name)) kept[name] = value;
  const response: ServerResponse = hasBody(status)
    ? { status, headers: kept, body }
    : { status, headers: kept };
  return { kind: "raw", passedBack: true, response };
}

/** Returns the response to a protocol switch: all headers, also those about the connection. */
function switched(headers: ServiceAnswer["headers"], connection: Duplex): ServerResponse {
  const told: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) told[name] = value;
  return { status: 101, headers: told, connection };
}

const hasBody = (status: number): boolean => status !== 204 && status !== 304;

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" ? value : value?.join(",");
