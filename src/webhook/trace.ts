import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "./endpoints.ts";
import type { WebhookAnswer } from "./handle.ts";

/**
 * The used members of `@opentelemetry/api`; pass the module itself:
 * `openTelemetry: await import("@opentelemetry/api")`.
 */
export interface OpenTelemetry {
  readonly context: { active(): unknown };
  readonly propagation: { extract(context: unknown, carrier: object): unknown };
  readonly trace: { getTracer(name: string): Tracer };
}

/** The used members of its tracers. */
export interface Tracer {
  startActiveSpan<T>(name: string, options: object, context: unknown, run: (span: Span) => T): T;
}

/** The used members of its spans. */
export interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

type Run = () => Promise<WebhookAnswer>;
/** Runs a call inside a span. The span continues the trace of the API server, if it sent one. */
export type InSpan = (endpoint: Endpoint, headers: IncomingHttpHeaders, run: Run) => Promise<WebhookAnswer>;

/** `SpanKind.SERVER` and `SpanStatusCode.ERROR` of OpenTelemetry's API. */
const SERVER = 1;
const ERROR = 2;

/** Returns the function that creates spans. Without an API it only runs the call. */
export function tracing(api: OpenTelemetry | undefined): InSpan {
  if (api === undefined) return (_, __, run) => run();
  const tracer = api.trace.getTracer("sallyport/webhook");
  return (endpoint, headers, run) => {
    const parent = api.propagation.extract(api.context.active(), headers);
    return tracer.startActiveSpan(`webhook ${endpoint.path}`, { kind: SERVER }, parent, async (span) => {
      try {
        const answer = await run();
        describe(span, answer);
        return answer;
      } finally {
        span.end();
      }
    });
  };
}

/** Sets the attributes of a span. Objects are not included: they can contain secrets. */
function describe(span: Span, { status, told }: WebhookAnswer): void {
  if (status !== 200) span.setStatus({ code: ERROR, message: `answered ${status}` });
  if (told === undefined) return;
  const { request, decision, operations } = told;
  span.setAttribute("admission.uid", request.uid);
  span.setAttribute("admission.operation", request.operation);
  span.setAttribute("admission.resource", `${request.resource.resource}.${request.resource.group}`);
  span.setAttribute("admission.allowed", decision.kind === "allowed");
  span.setAttribute("admission.patch.operations", operations);
}
