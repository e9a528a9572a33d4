import type { TLSSocket } from "node:tls";
import type { Random } from "../../../../tools/differential/random.ts";

/** A call of a webhook, with the behaviour that the object requests of it. */
export interface Review {
  readonly uid: string;
  readonly behaviour: string;
  readonly seed: string;
  readonly type: HookType;
}

export type HookType = "mutating" | "validating";

/**
 * Required outcome of a call. `no`: no valid answer, so that only `failurePolicy: Ignore` accepts the object,
 * unchanged. `never`: refused in any case. `yes`: stored. `maybe`: any outcome in time.
 */
export type Outcome = "no" | "never" | "yes" | "maybe";

export interface Deed {
  readonly outcome: Outcome;
  act(call: Call): void;
}

/** Chooses an action by `random`. The same seed gives the same action. */
export type Behaviour = (random: Random, type: HookType) => Deed;

export interface Call {
  readonly socket: TLSSocket;
  /** Path with the query. */
  readonly path: string;
  readonly review: Review;
}

/** Undefined for a request without a review. */
export function reviewOf(body: Buffer): Review | undefined {
  if (body.length === 0) return undefined;
  const { request } = JSON.parse(body.toString()) as {
    request: { uid: string; object: { data: Omit<Review, "uid"> } };
  };
  return { uid: request.uid, ...request.object.data };
}

export const reviewText = (response: unknown): string =>
  JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });

export const allowing = ({ review }: Call, more: object = {}): string =>
  reviewText({ uid: review.uid, allowed: true, ...more });

export interface Http {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: readonly string[];
}

/** A whole answer, as bytes. */
export function http(
  body: string | Buffer,
  { status = 200, type = "application/json", headers = [] }: Http = {},
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = [
    `HTTP/1.1 ${status} Said`,
    `content-type: ${type}`,
    `content-length: ${bytes.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

/** Writes as fast as it is read, until the other side has enough. */
export function flood({ socket }: Call, make: (index: number) => string | Buffer): void {
  let index = 0;
  const go = (): void => {
    while (socket.writable && socket.write(make(index++)));
  };
  socket.on("drain", go);
  go();
}

/** Writes again and again, until the other side has enough. */
export function drip({ socket }: Call, everyMs: number, make: (index: number) => string | Buffer): void {
  let index = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(make(index++));
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** Text of any characters: control characters, lone surrogates, other planes, line breaks. */
export function anyText(random: Random, most = 40): string {
  const ranges = [
    [0, 31],
    [32, 126],
    [127, 160],
    [0x2000, 0x2070],
    [0xd800, 0xdfff],
    [0xfff0, 0xffff],
    [0x1f600, 0x1f64f],
  ] as const;
  const one = (): string => {
    const [low, high] = random.pick(ranges);
    return String.fromCodePoint(random.int(low, high));
  };
  return random.times(0, most, one).join("");
}
