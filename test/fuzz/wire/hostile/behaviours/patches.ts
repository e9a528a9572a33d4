import { allowing, anyText, type Behaviour, type Deed, type HookType, http, type Outcome } from "../call.ts";

type Operation = Readonly<Record<string, unknown>>;

/** Validating webhooks may not patch. */
const patched = (
  type: HookType,
  outcome: Outcome,
  patch: readonly Operation[] | string,
  more: object = {},
): Deed => ({
  outcome: type === "validating" ? "no" : outcome,
  act: (call) => {
    const bytes = Buffer.from(typeof patch === "string" ? patch : JSON.stringify(patch));
    call.socket.write(
      http(allowing(call, { patchType: "JSONPatch", patch: bytes.toString("base64"), ...more })),
    );
  },
});

const BAD: readonly (readonly Operation[] | string)[] = [
  "x",
  "{}",
  "[1]",
  "[",
  '[{"op":"add"}]',
  [{ op: "no", path: "/data/a", value: "b" }],
  [{ op: "test", path: "/data/behaviour", value: "other" }],
  [{ op: "remove", path: "/data/missing" }],
  [{ op: "replace", path: "/missing/missing", value: 1 }],
  [{ op: "copy", from: "/missing/missing", path: "/data/a" }],
  [{ op: "add", path: "data", value: {} }],
  [{ op: "replace", path: "/data", value: "text" }],
  [{ op: "add", path: "/data/a", value: 5 }],
  [{ op: "add", path: "/data/bad key", value: "x" }],
  [{ op: "add", path: "/metadata/labels/a", value: "not a label!" }],
  [{ op: "replace", path: "/metadata/labels", value: [] }],
];
/** Patches that may be allowed or refused, but must do no harm. */
const ODD: readonly (readonly Operation[])[] = [
  [{ op: "replace", path: "", value: {} }],
  [{ op: "replace", path: "", value: null }],
  [{ op: "replace", path: "", value: [] }],
  [{ op: "remove", path: "" }],
  [{ op: "remove", path: "/metadata" }],
  [{ op: "replace", path: "/kind", value: "Secret" }],
  [{ op: "replace", path: "/apiVersion", value: "v2" }],
  [{ op: "replace", path: "/metadata/namespace", value: "canary" }],
  [{ op: "add", path: "/metadata/name", value: "../canary" }],
  [{ op: "add", path: "/metadata/uid", value: "x" }],
  [{ op: "add", path: "/metadata/resourceVersion", value: "1" }],
  [{ op: "add", path: "/metadata/managedFields", value: [{ manager: "x" }] }],
  [{ op: "add", path: "/metadata/ownerReferences", value: [{}] }],
  [{ op: "add", path: "/metadata/finalizers", value: ["no domain"] }],
  [{ op: "add", path: "/metadata/deletionTimestamp", value: "2020-01-01T00:00:00Z" }],
  [{ op: "add", path: "/metadata/annotations", value: { a: "x".repeat(300_000) } }],
  [{ op: "add", path: "/__proto__/polluted", value: true }],
  [{ op: "add", path: "/constructor/prototype/polluted", value: true }],
  [{ op: "add", path: "/data/__proto__", value: { polluted: "yes" } }],
  [{ op: "copy", from: "", path: "/x" }],
  // A member that is missing is copied as null (json-patch v4, `partialDoc.get`).
  [{ op: "copy", from: "/missing", path: "/data/a" }],
  [{ op: "move", from: "/data", path: "/data/x" }],
  [{ op: "add", path: "/data/~2", value: "x" }],
  [{ op: "add", path: "/data/-", value: "x" }],
  [{ op: "add", path: `/${"a/".repeat(10_000)}`, value: 1 }],
];

/** Twice as great with each operation. */
const copies = (count: number): Operation[] => [
  { op: "add", path: "/x", value: { a: "x".repeat(100) } },
  ...Array.from({ length: count }, (_, i) => ({ op: "copy", from: "/x", path: `/x/b${i}` })),
];

/** Patches of a mutating webhook. */
export const PATCHES: Readonly<Record<string, Behaviour>> = {
  "good-patch": (_random, type) =>
    patched(type, "yes", [{ op: "add", path: "/metadata/labels/patched", value: "yes" }]),
  "bad-patch": (random, type) => patched(type, "never", random.pick(BAD)),
  "odd-patch": (random, type) => patched(type, "maybe", random.pick(ODD)),
  "any-patch": (random, type) => {
    const operation = (): Operation => ({
      op: random.pick(["add", "remove", "replace", "move", "copy", "test", ""]),
      path:
        random.pick(["/data", "/metadata", "", "/data/x", "/metadata/labels/x"]) +
        random.pick(["", "/", `/${anyText(random, 8)}`]),
      from: random.pick(["/data", "/metadata", "", "/data/seed"]),
      value: random.pick([anyText(random), null, {}, [], 1, { a: anyText(random) }]),
    });
    return patched(type, "maybe", random.times(1, 8, operation));
  },
  "copy-bomb": (random, type) => patched(type, "never", copies(random.pick([16, 30, 200]))),
  "many-operations": (random, type) => {
    const count = random.pick([1_000, 9_000, 20_000]);
    return patched(
      type,
      "maybe",
      Array.from({ length: count }, (_, i) => ({ op: "add", path: `/data/k${i}`, value: "v" })),
    );
  },
  "great-patch": (random, type) => {
    const size = random.pick([500_000, 1_100_000, 4_000_000]);
    return patched(type, size > 1 << 20 ? "never" : "maybe", [
      { op: "add", path: "/data/great", value: "x".repeat(size) },
    ]);
  },
  "deep-patch": (random, type) => {
    const depth = random.pick([900, 5_000, 50_000]);
    return patched(
      type,
      "maybe",
      `[{"op":"add","path":"/data/x","value":${"[".repeat(depth)}${"]".repeat(depth)}}]`,
    );
  },
  "patch-without-type": (random, type) => {
    const patchType = random.pick([undefined, "", "MergePatch", "jsonpatch", "JSONPatch "]);
    return patched(type, "no", [{ op: "add", path: "/data/a", value: "b" }], { patchType });
  },
  "patch-not-in-base64": (random) => {
    const patch = random.pick(["!", "W10", "W10=\u0000", "ä", "====", "W1 0="]);
    return {
      outcome: "no",
      act: (call) => void call.socket.write(http(allowing(call, { patchType: "JSONPatch", patch }))),
    };
  },
};
