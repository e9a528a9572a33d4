import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Json } from "../../../src/json/value.ts";
import { selfSigned } from "../../../src/webhook/tls.ts";
import type { HookAnswer } from "../case.ts";
import type { AuditLog } from "./audit.ts";
import { convertedReview } from "./convert.ts";

/** One request to a webhook as it was received. */
export interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, Json>>;
  readonly review: Json;
}

/** Answers of the webhooks of one case, and the calls that they received. */
interface Book {
  readonly answers: ReadonlyMap<string, readonly HookAnswer[]>;
  readonly asked: Map<string, number>;
  calls: Call[];
}

/** The webhooks that one of the servers calls. */
export interface HookSide {
  readonly url: string;
  readonly caBundle: string;
  /** Audit log of the calling server, if it is compared. */
  readonly audit?: AuditLog | undefined;
  expect(id: string, answers: Readonly<Record<string, readonly HookAnswer[]>>): void;
  /** Calls since the last read. */
  calls(id: string): readonly Call[];
  forget(id: string): void;
}

/** Webhooks over TLS, with a port for each of the two servers. The path selects one: `/case/name`. */
export async function startHooks(): Promise<{ reference: HookSide; own: HookSide; stop(): void }> {
  const { serving, caBundle } = await selfSigned([]);
  const open = async (): Promise<{ side: HookSide; server: Server }> => {
    const books = new Map<string, Book>();
    const server = createServer({ cert: serving.cert, key: serving.key }, (request, response) => {
      receive(books, request, response).catch(() => response.destroy());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return { side: sideOf(books, `https://127.0.0.1:${port}`, caBundle), server };
  };
  const [reference, own] = await Promise.all([open(), open()]);
  const stop = (): void => {
    for (const { server } of [reference, own]) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { reference: reference.side, own: own.side, stop };
}

const sideOf = (books: Map<string, Book>, url: string, caBundle: string): HookSide => ({
  url,
  caBundle,
  expect: (id, answers) =>
    void books.set(id, { answers: new Map(Object.entries(answers)), asked: new Map(), calls: [] }),
  calls(id) {
    const book = books.get(id);
    const calls = book?.calls ?? [];
    if (book !== undefined) book.calls = [];
    return calls;
  },
  forget: (id) => void books.delete(id),
});

async function receive(
  books: Map<string, Book>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const [, id = "", name = ""] = new URL(request.url ?? "", "https://x").pathname.split("/");
  const book = books.get(id);
  const review = parsed(text);
  const list = book?.answers.get(name) ?? [];
  const picked = (review as Review | null)?.request?.objects?.[0]?.spec?.pick;
  if (picked !== undefined) return answer(list[picked] ?? ALLOW, review, response);
  if (list[0]?.converts !== undefined) return answer(list[0], review, response);
  book?.calls.push({
    path: (request.url ?? "").replace(`/${id}/`, "/"),
    headers: headersOf(request),
    review,
  });
  const number = book?.asked.get(name) ?? 0;
  book?.asked.set(name, number + 1);
  answer(list[Math.min(number, list.length - 1)] ?? ALLOW, review, response);
}

const ALLOW: HookAnswer = {
  text: '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"uid":"{{uid}}","allowed":true}}',
};

interface Review {
  readonly apiVersion?: string;
  readonly request?: { readonly uid?: string; readonly objects?: readonly ToConvert[] };
}

/** An object may pick its answer: kube-apiserver converts for its caches too, at any time. Such calls are not compared. */
interface ToConvert {
  readonly metadata: { readonly uid?: string };
  readonly spec?: { readonly pick?: number };
}

const JSON_TYPE = { "content-type": "application/json" };

/** `{{uid}}` and `{{version}}` are those of the review, `{{objectUid}}` the one of the first object to convert. */
function answer(
  { text = "", status = 200, headers = {}, hang, close, converts }: HookAnswer,
  review: Json,
  response: ServerResponse,
): void {
  if (hang) return;
  if (close) return void response.destroy();
  if (converts !== undefined)
    return void response.writeHead(200, JSON_TYPE).end(convertedReview(review, converts));
  const { apiVersion = "", request } = review as Review;
  const filled = text
    .replaceAll("{{uid}}", request?.uid ?? "")
    .replaceAll("{{version}}", apiVersion)
    .replaceAll("{{objectUid}}", request?.objects?.[0]?.metadata.uid ?? "");
  response.writeHead(status, { ...JSON_TYPE, ...headers });
  response.end(filled);
}

const KEPT = ["accept", "content-type", "user-agent", "authorization"];

function headersOf({ headers, method = "" }: IncomingMessage): Record<string, Json> {
  const made: Record<string, Json> = { method };
  for (const name of KEPT) if (headers[name] !== undefined) made[name] = String(headers[name]);
  return { ...made, "user-agent": String(headers["user-agent"]).replace(/ .*$/, "") };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
