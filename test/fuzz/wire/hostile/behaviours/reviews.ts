import {
  allowing,
  anyText,
  type Behaviour,
  type Call,
  type Deed,
  http,
  type Outcome,
  reviewText,
} from "../call.ts";

const says = (outcome: Outcome, make: (call: Call) => string | Buffer): Deed => ({
  outcome,
  act: (call) => void call.socket.write(http(make(call))),
});

const ODD = [null, true, 0, -1, 1.5, 2 ** 60, "", "x", [], {}, [null], { a: 1 }] as const;
const ENVELOPES = [
  { apiVersion: "admission.k8s.io/v1beta1" },
  { apiVersion: "admission.k8s.io/v2" },
  { apiVersion: "v1" },
  { apiVersion: "" },
  { apiVersion: 1 },
  { kind: "Status" },
  { kind: "admissionreview" },
  { kind: null },
  { kind: "AdmissionReviewList" },
] as const;

/** Bodies that are no review, or must not be accepted as one. */
const BODIES: readonly ((text: string) => string | Buffer)[] = [
  () => "",
  () => "null",
  () => "[]",
  () => "1",
  () => '"x"',
  () => "{}",
  (text) => text.slice(0, -2),
  (text) => `[${text}]`,
  () => "a: b",
  () => "\0",
  () => "[".repeat(100_000),
  () => '{"a":'.repeat(100_000),
  () => Buffer.from("6b3873000a0c0a02763112", "hex"),
  (text) => Buffer.from(text, "utf16le"),
  (text) => text.replace("{", '{"a":1e'),
  (text) => text.replaceAll('"', "'"),
  () => "a: &a [x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c,*c]\n".repeat(20),
  () => "<html></html>",
];

/** Answers to an AdmissionReview. */
export const REVIEWS: Readonly<Record<string, Behaviour>> = {
  allows: () => says("yes", (call) => allowing(call)),
  denies: (random) => {
    const message = anyText(random);
    return says("never", ({ review: { uid } }) => reviewText({ uid, allowed: false, status: { message } }));
  },
  "wrong-uid": (random) => {
    const change = random.pick([
      () => undefined,
      () => "",
      () => "x",
      (uid: string) => `${uid} `,
      (uid: string) => uid.toUpperCase(),
      (uid: string) => [uid],
      () => 5,
      () => null,
    ]);
    // A uid without letters is the same in capitals.
    return says("no", ({ review: { uid } }) =>
      reviewText({ uid: change(uid), allowed: true }).replace(uid, `${uid}x`),
    );
  },
  "wrong-envelope": (random) => {
    const envelope = random.pick(ENVELOPES);
    return says("no", (call) => JSON.stringify({ ...(JSON.parse(allowing(call)) as object), ...envelope }));
  },
  "wrong-types": (random) => {
    const [field, value] = [
      random.pick(["uid", "patch", "patchType", "auditAnnotations", "warnings", "status"]),
      random.pick(ODD),
    ];
    return says("maybe", ({ review: { uid } }) => reviewText({ uid, allowed: true, [field]: value }));
  },
  "wrong-allowed": (random) => {
    const allowed = random.pick(["true", 1, [], {}, "yes"]);
    return says("no", ({ review: { uid } }) => reviewText({ uid, allowed }));
  },
  "no-allowed": (random) => {
    const more = random.pick([
      {},
      { allowed: null },
      { Allowed: true },
      { ALLOWED: true, allowed: false },
      { "allowed ": true },
    ]);
    return says("never", ({ review: { uid } }) => reviewText({ uid, ...more }));
  },
  "wrong-response": (random) => {
    const response = random.pick(ODD);
    return says("no", () => reviewText(response));
  },
  "no-review": (random) => {
    const make = random.pick(BODIES);
    return says("no", (call) => make(allowing(call)));
  },
  "repeated-fields": (random) => {
    const [first, second] = [random.chance(0.5), random.chance(0.5)];
    return says("maybe", (call) =>
      allowing(call).replace('"allowed":true', `"allowed":${first},"allowed":${second}`),
    );
  },
  "unknown-fields": (random) => {
    const value = random.pick(ODD);
    const name = random.pick(["__proto__", "constructor", "x", "", "\0", "toJSON", "then"]);
    return says("yes", (call) =>
      allowing(call).replace("{", `{${JSON.stringify(name)}:${JSON.stringify(value)},`),
    );
  },
  "garbage-around": (random) => {
    const [before, after] = [
      random.pick(["", " ", "\ufeff", "\0", "//x\n"]),
      random.pick(["", "\n", "}", "\0", "{}", "x"]),
    ];
    return says("maybe", (call) => before + allowing(call) + after);
  },
  "invalid-utf-8": () =>
    says("maybe", (call) =>
      Buffer.concat([
        Buffer.from(allowing(call, { warnings: ["x"] })).subarray(0, -5),
        Buffer.from([0xff, 0xc0, 0x22, 0x5d, 0x7d, 0x7d]),
      ]),
    ),
  "deep-nesting": (random) => {
    const depth = random.pick([500, 900, 5_000, 50_000]);
    return says("maybe", (call) =>
      allowing(call).replace("{", `{"x":${"[".repeat(depth)}${"]".repeat(depth)},`),
    );
  },
  "great-answer": () => says("yes", (call) => allowing(call) + " ".repeat(7 << 20)),
  "too-great-answer": () => says("no", (call) => allowing(call) + " ".repeat(9 << 20)),
  "any-warnings": (random) => {
    const warnings = random.times(0, 20, () => anyText(random));
    return says("yes", (call) => allowing(call, { warnings }));
  },
  "many-warnings": (random) => {
    const [count, size] = random.pick([
      [20_000, 10],
      [3, 100_000],
      [500, 500],
    ] as const);
    return says("yes", (call) => allowing(call, { warnings: Array(count).fill("w".repeat(size)) }));
  },
  "any-annotations": (random) => {
    const entries = random.times(0, 20, () => [anyText(random, 20), anyText(random)] as const);
    return says("yes", (call) => allowing(call, { auditAnnotations: Object.fromEntries(entries) }));
  },
  "many-annotations": () => {
    const entries = Array.from({ length: 20_000 }, (_, i) => [`a${i}`, "x"] as const);
    return says("yes", (call) => allowing(call, { auditAnnotations: Object.fromEntries(entries) }));
  },
};
