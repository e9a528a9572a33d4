import { expect, test } from "vitest";
import { converting } from "./convert.ts";
import { Deadline } from "./deadline.ts";
import { allow, deny } from "./decision.ts";
import { mutating, validating, type Webhook } from "./define.ts";
import { answerOf } from "./endpoints.ts";
import { handleReview } from "./handle.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [{ name: "a" }] } };

async function ask(webhook: Webhook, request: object, version = "v1") {
  const review = {
    apiVersion: `admission.k8s.io/${version}`,
    kind: "AdmissionReview",
    request: { uid: "u-1", operation: "CREATE", ...request },
  };
  const answer = await handleReview(webhook, JSON.stringify(review));
  return JSON.parse(answer.body) as {
    apiVersion: string;
    response: Record<string, unknown> & { patch?: string };
  };
}

test("handleReview() computes the patch from the changed object", async () => {
  const webhook = mutating("/", (object) => {
    (object.spec as { containers: object[] }).containers.push({ name: "sidecar" });
  });
  const { response } = await ask(webhook, { object: pod });
  expect(response).toMatchObject({ uid: "u-1", allowed: true, patchType: "JSONPatch" });
  expect(JSON.parse(Buffer.from(response.patch ?? "", "base64").toString())).toEqual([
    { op: "add", path: "/spec/containers/1", value: { name: "sidecar" } },
  ]);
});

test("handleReview() sends no patch when nothing changed, on delete, and for validating webhooks", async () => {
  expect(
    (
      await ask(
        mutating("/", () => {}),
        { object: pod },
      )
    ).response,
  ).toEqual({ uid: "u-1", allowed: true });
  expect(
    (
      await ask(
        mutating("/", (o) => o),
        { object: null, oldObject: pod },
      )
    ).response,
  ).toEqual({ uid: "u-1", allowed: true });
  expect(
    (
      await ask(
        validating("/", () => true),
        { object: pod },
      )
    ).response,
  ).toEqual({ uid: "u-1", allowed: true });
});

test("handleReview() answers in the version of the review", async () => {
  const answer = await ask(
    validating("/", () => allow({ warnings: ["w"] })),
    { object: pod },
    "v1beta1",
  );
  expect(answer.apiVersion).toBe("admission.k8s.io/v1beta1");
  expect(answer.response.warnings).toEqual(["w"]);
});

test("handleReview() denies with message, code and reason", async () => {
  const { response } = await ask(
    validating("/", () => deny("no", { code: 422, reason: "Invalid" })),
    { object: pod },
  );
  expect(response).toEqual({
    uid: "u-1",
    allowed: false,
    status: { code: 422, reason: "Invalid", message: "no" },
  });
});

test("handleReview() makes a denial of what the webhook throws and a 400 of what is no review", async () => {
  const broken = validating("/", () => {
    throw new Error("boom");
  });
  expect((await ask(broken, { object: pod })).response.status).toMatchObject({
    code: 500,
    message: "the webhook failed; the error is in its log, with the uid u-1",
  });
  expect((await handleReview(broken, "{}")).status).toBe(400);
  expect((await handleReview(broken, "nonsense")).status).toBe(400);
});

test("handleReview() takes true for allowed, and a denial without a reason for a mistake", async () => {
  const yes = mutating("/", (object) => {
    object.metadata.labels = { seen: "yes" };
    return true;
  });
  expect((await ask(yes, { object: pod })).response).toMatchObject({ allowed: true, patchType: "JSONPatch" });
  for (const define of [mutating, validating])
    for (const returned of [false, null]) {
      const review = {
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        request: { uid: "u", operation: "CREATE", object: pod },
      };
      const answer = await handleReview(
        define("/", () => returned as never),
        JSON.stringify(review),
      );
      expect(JSON.parse(answer.body).response.allowed).toBe(false);
      expect(String(answer.told?.failure?.error)).toContain(
        `the handler returned ${returned}: return deny("why")`,
      );
    }
});

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const UNWRITABLE: readonly (readonly [string, unknown])[] = [
  ["a cycle", cycle],
  ["a BigInt", 1n],
  [
    "a toJSON that throws",
    {
      toJSON: () => {
        throw new Error("no JSON");
      },
    },
  ],
];

test.each(UNWRITABLE)(
  "answerOf() treats a mutated object with %s as a handler that throws",
  async (_, value) => {
    const webhook = mutating("/m", (object) => ({ ...object, extra: value }) as unknown as typeof object);
    const failures: unknown[] = [];
    const review = {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: { uid: "u-1", operation: "CREATE", object: pod },
    };
    const answer = await answerOf(webhook, JSON.stringify(review), {
      deadline: new Deadline(),
      onFailure: ({ error }) => failures.push(error),
    });
    expect(JSON.parse(answer.body).response).toMatchObject({
      uid: "u-1",
      allowed: false,
      status: { code: 500, message: "the webhook failed; the error is in its log, with the uid u-1" },
    });
    expect(failures).toEqual([expect.any(Error)]);
  },
);

test.each(UNWRITABLE)(
  "answerOf() answers a conversion to an object with %s with its reason",
  async (_, value) => {
    const webhook = converting("/c", (object) => ({ ...object, spec: value }) as typeof object);
    const request = { uid: "u-1", desiredAPIVersion: "a/v2", objects: [pod] };
    const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
    const answer = await answerOf(webhook, body, { deadline: new Deadline(), onFailure: () => {} });
    const { result, convertedObjects } = JSON.parse(answer.body).response;
    expect([result.status, convertedObjects]).toEqual(["Failure", []]);
    expect(result.message).not.toBe("");
  },
);
