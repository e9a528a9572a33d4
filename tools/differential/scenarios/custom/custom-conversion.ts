import type { Json } from "../../../../src/json/value.ts";
import type { HookAnswer } from "../../case.ts";
import { define } from "../definition.ts";
import { CRDS, type Members, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const at = (version: string): string => `/apis/${GROUP}/${version}/namespaces/{{ns}}/converts`;
const METADATA: Members = { name: "w", namespace: "{{ns}}", uid: "{{objectUid}}" };
const object = (more: Members = {}): Members => ({
  apiVersion: `${GROUP}/v2`,
  kind: "Convert",
  metadata: METADATA,
  spec: { a: 1 },
  ...more,
});
const answer = (response: unknown, more: Members = {}): HookAnswer => ({
  text: JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    response,
    ...more,
  }),
});
const made = (...convertedObjects: unknown[]): HookAnswer =>
  answer({ uid: "{{uid}}", result: { status: "Success" }, convertedObjects });
const result = (result: unknown): HookAnswer =>
  answer({ uid: "{{uid}}", result, convertedObjects: [object()] });
const meta = (metadata: Json): HookAnswer => made(object({ metadata }));

/** Answers of a conversion webhook, most of them wrong. */
const ANSWERS: readonly HookAnswer[] = [
  made(object()),
  made(object({ spec: { b: "2" }, extra: 1 })),
  made(),
  made(object(), object()),
  made(null),
  made({}),
  made([]),
  made("x"),
  made({ apiVersion: `${GROUP}/v2` }),
  made({ kind: "Convert" }),
  made(object({ apiVersion: `${GROUP}/v1` })),
  made(object({ apiVersion: `${GROUP}/v3` })),
  made(object({ apiVersion: "v2" })),
  made(object({ apiVersion: "a/b/c" })),
  made(object({ apiVersion: 5 })),
  made(object({ kind: "Other" })),
  made(object({ kind: "ConvertList", items: [] })),
  made(object({ kind: 5 })),
  made({ apiVersion: `${GROUP}/v2`, kind: "Convert", spec: {} }),
  meta(null),
  meta({}),
  meta("x"),
  meta([]),
  meta({ ...METADATA, name: "other" }),
  meta({ ...METADATA, namespace: "other" }),
  meta({ ...METADATA, uid: "other" }),
  meta({ ...METADATA, uid: 5 }),
  meta({
    ...METADATA,
    resourceVersion: "999",
    generation: 77,
    creationTimestamp: null,
    finalizers: ["x"],
    ownerReferences: [],
  }),
  meta({ ...METADATA, labels: { a: "changed", b: "new" }, annotations: { c: "d" } }),
  meta({ ...METADATA, labels: null, annotations: {} }),
  meta({ ...METADATA, labels: "x" }),
  meta({ ...METADATA, labels: [] }),
  meta({ ...METADATA, labels: { a: 5 } }),
  meta({ ...METADATA, labels: { a: null } }),
  meta({ ...METADATA, labels: { "bad key": "v" } }),
  meta({ ...METADATA, labels: { a: "bad value!" } }),
  meta({ ...METADATA, annotations: { "bad key": "v" } }),
  meta({ ...METADATA, annotations: { a: { b: "c" } } }),
  meta({ ...METADATA, annotations: { a: "x".repeat(300_000) } }),
  result({ status: "Failure", message: "cannot today" }),
  result({ status: "Failure" }),
  result({ status: "Other" }),
  result({ status: "" }),
  result({}),
  result(null),
  result("x"),
  result({ status: "Failure", message: "m", code: 409, reason: "Conflict", details: { name: "x" } }),
  result({ status: "Success", message: "m" }),
  answer({ uid: "other", result: { status: "Success" }, convertedObjects: [object()] }),
  answer({ result: { status: "Success" }, convertedObjects: [object()] }),
  answer({ uid: 5, result: { status: "Success" }, convertedObjects: [object()] }),
  answer({ uid: "{{uid}}", result: { status: "Success" }, convertedObjects: null }),
  answer({ uid: "{{uid}}", result: { status: "Success" }, convertedObjects: "x" }),
  answer({ uid: "{{uid}}", result: { status: "Success" } }),
  answer({}),
  answer(null),
  answer("x"),
  answer(
    { uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] },
    { apiVersion: "apiextensions.k8s.io/v1beta1" },
  ),
  answer(
    { uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] },
    { apiVersion: "apiextensions.k8s.io/v2" },
  ),
  answer(
    { uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] },
    { apiVersion: "v1" },
  ),
  answer({ uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] }, { kind: "Other" }),
  answer(
    { uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] },
    { kind: "Status", apiVersion: "v1" },
  ),
  answer({ uid: "{{uid}}", result: { status: "Success" }, convertedObjects: [object()] }, { unknown: 1 }),
  { text: "" },
  { text: "{}" },
  { text: "[]" },
  { text: "null" },
  { text: "no json" },
  { text: "<html>", headers: { "content-type": "text/html" } },
  {
    text: JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "said",
      code: 403,
      reason: "Forbidden",
    }),
  },
  { status: 500, text: "oh" },
  { status: 500, text: "" },
  { status: 404, text: "none" },
  {
    status: 400,
    text: JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "said",
      code: 400,
      reason: "BadRequest",
    }),
  },
  { status: 401, text: "" },
  { status: 403, text: "no" },
  { status: 429, text: "later" },
  { status: 503, text: "" },
  { status: 201, text: "{}" },
  { status: 204, text: "" },
  { status: 302, text: "", headers: { location: "/elsewhere" } },
  made(object({ spec: { a: "not a number" } })),
  made(object({ spec: { unknown: { deep: [1] } } })),
  made(object({ spec: null })),
  made(object({ spec: [] })),
  made(object()),
  // The last one: Sallyport does not call a webhook again for a moment if it does not respond.
  { close: true },
];

function defineConverted(s: Scenario, conversionReviewVersions: string[]): void {
  const schema = (spec: Members) => ({
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  });
  const columns = [{ name: "A", type: "string", jsonPath: ".spec.a" }];
  define(
    s,
    "Convert",
    [
      {
        name: "v1",
        served: true,
        storage: true,
        additionalPrinterColumns: columns,
        ...schema({ type: "object", properties: { a: { type: "integer" }, pick: { type: "integer" } } }),
      },
      {
        name: "v2",
        served: true,
        storage: false,
        additionalPrinterColumns: columns,
        ...schema({
          type: "object",
          properties: {
            a: { type: "integer" },
            pick: { type: "integer" },
            b: { type: "string", default: "d" },
          },
        }),
      },
    ],
    {
      conversion: {
        strategy: "Webhook",
        webhook: {
          conversionReviewVersions,
          clientConfig: { url: "{{hooks}}/convert", caBundle: "{{caBundle}}" },
        },
      },
    },
  );
  s.removes(`${CRDS}/converts.${GROUP}`);
  s.until(at("v1"));
  s.until(at("v2"));
}

/** One object for each answer, which is read in the other version. */
function each(name: string, versions: string[]): Scenario {
  const s = new Scenario(name);
  s.hook("convert", ...ANSWERS);
  defineConverted(s, versions);
  for (const pick of ANSWERS.keys()) {
    const body = {
      apiVersion: `${GROUP}/v1`,
      kind: "Convert",
      metadata: { name: "w", labels: { a: "b" } },
      spec: { a: 1, pick },
    };
    s.post(at("v1"), body, [], { silent: true });
    s.get(`${at("v2")}/w`);
    s.delete(`${at("v1")}/w`, undefined, [], { silent: true });
  }
  return s;
}

export const newest = (): Scenario => each("conversion-answers", ["v1"]);
export const beta = (): Scenario => each("conversion-beta", ["v1beta1", "v1"]);
