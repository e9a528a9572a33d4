import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { KeyPair } from "../../src/http/certificates/issue.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../src/json/value.ts";

/**
 * Starts a service that answers reviews of tokens, of access and of images according to their content, and returns
 * the review in its answer.
 */
export async function startReviewService({
  cert,
  key,
}: KeyPair): Promise<{ url: string; close(): Promise<void> }> {
  const counts = new Map<string, number>();
  const server = createServer({ cert, key }, (request, response) => {
    void bodyOf(request).then((review) => {
      const spec = record(review.spec);
      const [status, body] =
        review.kind === "TokenReview"
          ? tokenAnswer(review, spec, request)
          : review.kind === "ImageReview"
            ? imageAnswer(review, spec, counts)
            : accessAnswer(review, spec);
      response.writeHead(status, { "content-type": "application/json" });
      const { apiVersion, kind } = review;
      response.end(typeof body === "string" ? body : JSON.stringify({ apiVersion, kind, status: body }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return isJsonObject(body) ? body : {};
}

type Answer = readonly [number, JsonObject | string];

function tokenAnswer({ apiVersion }: JsonObject, spec: JsonObject, { url = "" }: IncomingMessage): Answer {
  const { token, ...asked } = spec;
  const extra = { "example.com/asked": [JSON.stringify(asked), String(apiVersion), url] };
  const user = { username: String(token), uid: "u-1", groups: ["g"], extra };
  if (token === "refused") return [200, { authenticated: false }];
  if (token === "problem") return [200, { authenticated: false, error: "no such token" }];
  if (token === "elsewhere") return [200, { authenticated: true, user, audiences: ["elsewhere"] }];
  if (token === "here")
    return [200, { authenticated: true, user, audiences: ["https://kubernetes.default.svc"] }];
  if (token === "bad-request") return [400, "what?"];
  if (token === "nonsense") return [200, "hello"];
  if (token === "nameless") return [200, { authenticated: true }];
  return [200, { authenticated: true, user }];
}

/** Answers by the name of the user: `allowed`, `denied`, `both`, `broken`. For all other users there is no opinion. */
function accessAnswer({ apiVersion, kind }: JsonObject, spec: JsonObject): Answer {
  const reason = JSON.stringify(spec);
  const other = text(spec.user).startsWith("odd-") ? ODD[text(spec.user).slice(4)] : undefined;
  if (other !== undefined)
    return [200, typeof other === "string" ? other : JSON.stringify({ apiVersion, kind, ...other })];
  if (spec.user === "allowed") return [200, { allowed: true, reason }];
  if (spec.user === "denied") return [200, { allowed: false, denied: true, reason }];
  if (spec.user === "both") return [200, { allowed: true, denied: true, reason }];
  if (spec.user === "broken") return [400, "what?"];
  return [200, { allowed: false, reason }];
}

/** Answers that are no access reviews, or not of the requested type. */
const ODD: Readonly<Record<string, JsonObject | string>> = {
  kind: { apiVersion: "v1", kind: "Pod", status: { allowed: true } },
  "no-such-kind": { kind: "Boat", status: { allowed: true } },
  version: { apiVersion: "authorization.k8s.io/v1beta1", status: { allowed: true } },
  "no-such-version": { apiVersion: "authorization.k8s.io/v2", status: { allowed: true } },
  "no-kind": '{"status":{"allowed":true}}',
  "wrong-type": { status: { allowed: "yes" } },
  "wrong-reason": { status: { allowed: true, reason: 5 } },
  "wrong-status": { status: [] },
  failure: { apiVersion: "v1", kind: "Status", status: "Failure", message: "no" },
  empty: "",
  null: "null",
  text: "hello",
  list: "[]",
  yaml: "apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\nstatus: {allowed: true}\n",
};

/**
 * Answers by the first image: `allowed`, `denied`, `silent`, `broken`, `failing`, `nonsense`. For all others the
 * answer has the number of calls for them.
 */
function imageAnswer(review: JsonObject, spec: JsonObject, counts: Map<string, number>): Answer {
  const image = text(records(spec.containers)[0]?.image);
  if (image === "allowed") return [200, { allowed: true, auditAnnotations: { seen: "yes" } }];
  if (image === "denied") return [200, { allowed: false, reason: JSON.stringify(review) }];
  if (image === "silent") return [200, {}];
  if (image === "broken") return [400, "what?"];
  if (image === "failing") return [500, "what?"];
  if (image === "nonsense") return [200, "hello"];
  const count = (counts.get(image) ?? 0) + 1;
  counts.set(image, count);
  return [200, { allowed: image.startsWith("even") && count % 2 === 0, reason: `asked ${count} times` }];
}
