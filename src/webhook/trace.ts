import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "./endpoints.ts";
import type { WebhookAnswer } from "./handle.ts";

/** What is used of `@opentelemetry/api`; give the module itself: `openTelemetry: await import("@opentelemetry/api")`. */
export interface OpenTelemetry {
  readonly context: { active(): unknown };
  readonly propagation: { extract(context: never, carrier: object): unknown };
  readonly trace: { getTracer(name: string): Tracer };
}

/** What is used of its tracers. */
export interface Tracer {
  startActiveSpan<T>(name: string, options: object, context: never, run: (span: Span) => T): T;
}

/** What is used of its spans. */
export interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

type Run = () => Promise<WebhookAnswer>;
/** Runs a call inside a span, which continues the API server's trace when it sent one. */
export type InSpan = (endpoint: Endpoint, headers: IncomingHttpHeaders, run: Run) => Promise<WebhookAnswer>;

/** `SpanKind.SERVER` and `SpanStatusCode.ERROR` of OpenTelemetry's API. */
const SERVER = 1;
const ERROR = 2;

/** Without an API there are no spans, and nothing is done for them. */
export function tracing(api: OpenTelemetry | undefined): InSpan {
  if (api === undefined) return (_, __, run) => run();
  const tracer = api.trace.getTracer("sallyport/webhook");
  return (endpoint, headers, run) => {
    const parent = api.propagation.extract(api.context.active() as never, headers);
    return tracer.startActiveSpan(
      `webhook ${endpoint.path}`,
      { kind: SERVER },
      parent as never,
      async (span) => {
        try {
          const answer = await run();
          describe(span, answer);
          return answer;
        } finally {
          span.end();
        }
      },
    );
  };
}

/** Never objects: they may hold secrets. */
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
