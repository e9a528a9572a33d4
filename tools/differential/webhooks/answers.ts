import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { HookAnswer } from "../case.ts";
import type { Random } from "../random.ts";
import { patchOf } from "./patches.ts";
import type { Actor } from "./scene.ts";

/** Answer of a webhook. Most answers allow, so that the next webhook is called too. */
export function answerOf(random: Random, actor: Actor, isMutating: boolean): HookAnswer {
  const turn = random.next();
  if (turn < 0.03) return brokenAnswer(random);
  if (turn < 0.13) return review(random, denied(random));
  const response: JsonObject = { uid: "{{uid}}", allowed: true, ...extras(random) };
  if (random.chance(isMutating ? 0.85 : 0.06)) Object.assign(response, patched(random, actor));
  if (random.chance(0.05)) response.status = statusOf(random);
  return review(random, odd(random, response));
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function patched(random: Random, actor: Actor): JsonObject {
  const patch = patchOf(random, actor);
  const turn = random.next();
  const patchType = random.chance(0.95)
    ? "JSONPatch"
    : random.pick<Json>(["MergePatch", "", null, "JSONpatch", 1]);
  if (turn < 0.05) return { patch, patchType };
  if (turn < 0.09)
    return {
      patch: random.pick<Json>([
        "x",
        "",
        "e30",
        null,
        1,
        {},
        "W10",
        "W10=",
        " W10= ",
        "W10=\n",
        base64("{}"),
        base64("null"),
        base64("x"),
        base64("[]x"),
        base64("[{}]"),
        base64(" [ ] "),
      ]),
      patchType,
    };
  if (turn < 0.12) return { patch: base64(JSON.stringify(patch)) };
  if (turn < 0.14) return { patchType };
  return { patch: base64(JSON.stringify(patch)), patchType };
}

function extras(random: Random): JsonObject {
  const made: JsonObject = {};
  if (random.chance(0.2))
    made.warnings = random.pick<Json>([
      ["careful"],
      ["a", "a"],
      ["", "x"],
      ["x".repeat(300)],
      ['tab\tand "quotes" \\ ü'],
      ["line\nbreak"],
      null,
      "x",
      [1],
      random.times(1, 20, (i) => `${i} ${"w".repeat(250)}`),
    ]);
  if (random.chance(0.2))
    made.auditAnnotations = random.pick<Json>([
      { key: "value" },
      { a: "1", b: "2" },
      { "": "x" },
      { "with/slash": "x" },
      { "BAD key": "x" },
      { a: 1 },
      null,
      { key: "" },
    ]);
  return made;
}

function denied(random: Random): JsonObject {
  return {
    uid: "{{uid}}",
    allowed: false,
    ...extras(random),
    ...(random.chance(0.85) ? { status: statusOf(random) } : {}),
  };
}

function statusOf(random: Random): Json {
  if (random.chance(0.04)) return random.pick<Json>([null, "x", [], {}]);
  const made: JsonObject = {};
  if (random.chance(0.6)) made.message = random.pick<Json>(["no", "", "two\nlines", 'ü "q"', 1, null]);
  if (random.chance(0.5))
    made.reason = random.pick<Json>([
      "Forbidden",
      "NotFound",
      "Own",
      "",
      "Invalid",
      "Conflict",
      "AlreadyExists",
      1,
    ]);
  if (random.chance(0.5))
    made.code = random.pick<Json>([
      200,
      403,
      404,
      409,
      418,
      422,
      429,
      500,
      503,
      0,
      -1,
      399,
      400,
      99,
      600,
      "403",
      1.5,
    ]);
  if (random.chance(0.2)) made.status = random.pick<Json>(["Success", "Failure", "Other", ""]);
  if (random.chance(0.2))
    made.details = random.pick<Json>([
      { name: "x" },
      { kind: "k", group: "g" },
      { retryAfterSeconds: 3 },
      { causes: [{ reason: "R", message: "m", field: "f" }] },
      null,
      "x",
      { uid: "u" },
    ]);
  if (random.chance(0.1))
    made.metadata = random.pick<Json>([{}, { resourceVersion: "5" }, { continue: "x" }, null]);
  return made;
}

/** Now and then something about the response is wrong. */
function odd(random: Random, response: JsonObject): JsonObject {
  if (random.chance(0.93)) return response;
  const [key, value] = random.pick<readonly [string, Json | undefined]>([
    ["uid", "other"],
    ["uid", ""],
    ["uid", undefined],
    ["uid", 1],
    ["allowed", undefined],
    ["allowed", "true"],
    ["allowed", null],
    ["extra", 1],
    ["patchType", "JSONPatch"],
  ]);
  const made = { ...response };
  if (value === undefined) delete made[key];
  else made[key] = value;
  return made;
}

function review(random: Random, response: Json): HookAnswer {
  const body: JsonObject = { apiVersion: "{{version}}", kind: "AdmissionReview", response };
  if (random.chance(0.04)) {
    const [key, value] = random.pick<readonly [string, Json | undefined]>([
      ["apiVersion", "admission.k8s.io/v1"],
      ["apiVersion", "admission.k8s.io/v1beta1"],
      ["apiVersion", "admission.k8s.io/v2"],
      ["apiVersion", undefined],
      ["apiVersion", "v1"],
      ["apiVersion", ""],
      ["kind", "Other"],
      ["kind", undefined],
      ["kind", ""],
      ["response", undefined],
      ["response", null],
      ["response", {}],
      ["response", "x"],
      ["request", {}],
      ["unknown", 1],
    ]);
    if (value === undefined) delete body[key];
    else body[key] = value;
  }
  const status = random.chance(0.02) ? random.pick([201, 204, 299, 400, 404, 409, 429, 500, 503]) : 200;
  const headers = random.chance(0.03)
    ? {
        "content-type": random.pick([
          "text/plain",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "",
          "application/json; charset=utf-8",
        ]),
      }
    : {};
  return { text: JSON.stringify(body), status, headers };
}

function brokenAnswer(random: Random): HookAnswer {
  const text = random.pick([
    "",
    "{",
    "null",
    "[]",
    "x",
    "{}",
    '"x"',
    "  ",
    '{"apiVersion":"{{version}}","kind":"AdmissionReview","response":{"uid":"{{uid}}","allowed":true}} trailing',
    "apiVersion: {{version}}\nkind: AdmissionReview\nresponse:\n  uid: {{uid}}\n  allowed: true\n",
  ]);
  if (random.chance(0.2)) return { close: true };
  return {
    text,
    status: random.pick([200, 200, 200, 302, 400, 403, 404, 500, 502, 503]),
    headers: { "content-type": random.pick(["application/json", "text/plain"]) },
  };
}
