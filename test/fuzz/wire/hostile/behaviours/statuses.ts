import type { Random } from "../../../../../tools/differential/random.ts";
import { anyText, type Behaviour, type Call, type Deed, http, type Outcome, reviewText } from "../call.ts";

const denied = (outcome: Outcome, status: unknown): Deed => ({
  outcome,
  act: ({ socket, review: { uid } }: Call) =>
    void socket.write(http(reviewText({ uid, allowed: false, status }))),
});

const CODES = [
  0, -1, 99, 100, 199, 200, 201, 304, 399, 400, 404, 409, 418, 429, 499, 500, 503, 599, 600, 999,
];
const ODD = [null, true, 0, -1, 1.5, "", "x", [], {}, [null]] as const;

/** A Status with any text in it, and fields that do not fit together. */
const status = (random: Random): object => ({
  kind: random.pick(["Status", "Pod", ""]),
  status: random.pick(["Success", "Failure", "", "x"]),
  code: random.pick(CODES),
  message: anyText(random, 100),
  reason: random.pick([anyText(random), "NotFound", "Forbidden", "AlreadyExists", "Conflict"]),
  details: {
    name: anyText(random),
    group: anyText(random),
    kind: anyText(random),
    uid: anyText(random),
    retryAfterSeconds: random.pick([0, -1, 1, 2 ** 31 - 1]),
    causes: random.times(0, 5, () => ({
      reason: anyText(random),
      message: anyText(random),
      field: anyText(random),
    })),
  },
});

/** Refusals, and forms of errors. */
export const STATUSES: Readonly<Record<string, Behaviour>> = {
  "odd-status": (random) => denied("never", status(random)),
  "code-out-of-range": (random) => {
    const code = random.pick([1_000, 99_999, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 1e300, 1.5, "403", null]);
    return denied(
      typeof code === "number" && code < 2 ** 31 && code > 0 && Number.isInteger(code) ? "never" : "maybe",
      { code },
    );
  },
  "status-of-another-shape": (random) => denied("maybe", random.pick(ODD)),
  "status-field-of-another-type": (random) => {
    const field = random.pick(["metadata", "status", "message", "reason", "details", "code"]);
    return denied("maybe", { [field]: random.pick(ODD) });
  },
  "great-message": (random) =>
    denied("never", { message: "m".repeat(random.pick([10_000, 1_000_000, 6_000_000])) }),
  "many-causes": () =>
    denied("never", {
      details: { causes: Array.from({ length: 20_000 }, () => ({ field: "f", message: "m" })) },
    }),
  "status-in-an-error": (random) => {
    const [code, body] = [random.int(400, 599), { apiVersion: "v1", ...status(random) }];
    return {
      outcome: "no",
      act: ({ socket }) => void socket.write(http(JSON.stringify(body), { status: code })),
    };
  },
  "text-in-an-error": (random) => {
    const [code, text] = [random.int(400, 599), anyText(random, 3_000)];
    const type = random.pick([
      "text/plain",
      "text/html; charset=latin1",
      "application/yaml",
      "application/json",
    ]);
    return { outcome: "no", act: ({ socket }) => void socket.write(http(text, { status: code, type })) };
  },
};
