import { afterEach, describe, expect, test, vi } from "vitest";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { floatsIn } from "../../api/object/whole-floats.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Conversion } from "../../resources/custom/convert.ts";
import { asDefinition } from "../../resources/custom/definition-types.ts";
import { conversionWebhooks } from "./conversion-webhooks.ts";

const DEFINITION = asDefinition(
  definitionOf("Widget", [], {
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://webhook" }, conversionReviewVersions: ["v9", "v1"] },
    },
  }),
);

const widget = (name: string): KubeObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name, uid: `uid-${name}`, labels: { was: "here" } },
});

interface Asked extends JsonObject {
  uid: string;
  desiredAPIVersion: string;
  objects: JsonObject[];
}

/** A webhook that returns the result of `answer` for each object, and keeps the requests. */
function webhook(answer: (object: JsonObject) => JsonObject | undefined, extra: JsonObject = {}) {
  const asked: Asked[] = [];
  const conversion: Conversion = conversionWebhooks({
    uid: () => "the-uid",
    async call(_target, body) {
      const { apiVersion, kind, request } = JSON.parse(String(body)) as JsonObject & { request: Asked };
      asked.push(request);
      const convertedObjects = request.objects.flatMap((object) =>
        [answer({ ...object, apiVersion: request.desiredAPIVersion })].filter((one) => one !== undefined),
      );
      const response = { uid: request.uid, convertedObjects, result: { status: "Success" }, ...extra };
      const reply = Buffer.from(JSON.stringify({ apiVersion, kind, response }));
      return { kind: "answer", status: 200, contentType: "application/json", body: reply };
    },
  })(DEFINITION);
  const convert = async (object: KubeObject): Promise<KubeObject> =>
    Promise.resolve(conversion.ready?.([object], "example.com/v2")).then(() =>
      conversion.convert(object, "example.com/v2"),
    );
  return { asked, conversion, convert };
}

const LONG = "x".repeat(2 << 20);

afterEach(() => void vi.useRealTimers());

describe("conversionWebhooks", () => {
  test("asks once for an object, also when the work is done again", async () => {
    const { asked, convert } = webhook((object) => ({ ...object, spec: { new: true } }));
    expect((await convert(widget("a"))).spec).toEqual({ new: true });
    expect((await convert(widget("a"))).apiVersion).toBe("example.com/v2");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ uid: "the-uid", desiredAPIVersion: "example.com/v2" });
  });

  test("keeps held conversions for any time, and deletes them afterwards", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { asked, conversion } = webhook((object) => object);
    const [a, b] = [widget("a"), widget("b")];
    await conversion.ready?.([a], "example.com/v2");
    vi.advanceTimersByTime(1500);
    const letGo = conversion.hold?.();
    await conversion.ready?.([a, b], "example.com/v2");
    vi.advanceTimersByTime(60_000);
    expect([a, b].map((one) => conversion.convert(one, "example.com/v2").metadata.name)).toEqual(["a", "b"]);
    expect(asked).toHaveLength(2);
    letGo?.();
    vi.advanceTimersByTime(60_000);
    expect(() => conversion.convert(a, "example.com/v2")).toThrow("was requested");
  });

  test("asks once for many objects", async () => {
    const { asked, conversion, convert } = webhook((object) => object);
    const all = ["a", "b", "c"].map(widget);
    await conversion.ready?.(all, "example.com/v2");
    await Promise.all(all.map(convert));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.objects).toHaveLength(3);
  });

  test("asks for each object alone if one of them cannot be converted", async () => {
    const { asked, conversion } = webhook((object) =>
      (object.metadata as JsonObject).name === "bad" ? { ...object, kind: "Other" } : object,
    );
    const all = ["a", "bad", "c"].map(widget);
    await conversion.ready?.(all, "example.com/v2");
    const names = all.map((one) => {
      try {
        return conversion.convert(one, "example.com/v2").metadata.name;
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(names).toEqual(["a", expect.stringContaining("received Other"), "c"]);
    expect(asked.map(({ objects }) => objects.length)).toEqual([3, 1, 1, 1]);
  });

  test("does not ask again if the webhook cannot be reached", async () => {
    let calls = 0;
    const conversion = conversionWebhooks({
      uid: () => "the-uid",
      async call() {
        calls += 1;
        return { kind: "error", message: "refused", code: 503, canceled: false, timedOut: false };
      },
    })(DEFINITION);
    const all = ["a", "b"].map(widget);
    await conversion.ready?.(all, "example.com/v2");
    await conversion.ready?.([...all, widget("c")], "example.com/v2");
    for (const one of [...all, widget("c")])
      expect(() => conversion.convert(one, "example.com/v2")).toThrow("failed: refused");
    expect(calls).toBe(1);
  });

  test("does not repeat a call that has just failed, and does so soon", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const { asked, conversion } = webhook((object) => ({ ...object, kind: "Other" }));
    const all = [widget("a")];
    for (const [milliseconds, calls] of [
      [0, 1],
      [50, 1],
      [100, 2],
    ] as const) {
      vi.advanceTimersByTime(milliseconds);
      await conversion.ready?.(all, "example.com/v2");
      expect(asked).toHaveLength(calls);
    }
  });

  test("says that the time of a call was over as Go's client does", async () => {
    const conversion = conversionWebhooks({
      uid: () => "the-uid",
      async call() {
        const message = 'Post "https://webhook": context deadline exceeded';
        return { kind: "error", message, code: 500, canceled: false, timedOut: true };
      },
    })(DEFINITION);
    await conversion.ready?.([widget("a")], "example.com/v2");
    expect(() => conversion.convert(widget("a"), "example.com/v2")).toThrow(
      "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
    );
  });

  test("sends no resourceVersion, and keeps it", async () => {
    const { asked, convert } = webhook((object) => object);
    const object = widget("a");
    object.metadata.resourceVersion = "7";
    expect((await convert(object)).metadata.resourceVersion).toBe("7");
    expect(asked[0]?.objects[0]?.metadata).not.toHaveProperty("resourceVersion");
  });

  test("lets a webhook change labels and annotations, and nothing else of the metadata", async () => {
    const { convert } = webhook((object) => {
      const metadata = object.metadata as JsonObject;
      return { ...object, metadata: { ...metadata, labels: { is: "there" }, finalizers: ["example.com/x"] } };
    });
    expect((await convert(widget("a"))).metadata).toEqual({
      name: "a",
      uid: "uid-a",
      labels: { is: "there" },
    });
  });

  test("does not call the webhook for an object with only its kind, and refuses others without metadata", async () => {
    const { asked, convert } = webhook((object) => object);
    const empty = { apiVersion: "example.com/v1", kind: "Widget" } as KubeObject;
    expect(await convert(empty)).toEqual({ apiVersion: "example.com/v2", kind: "Widget" });
    expect(asked).toHaveLength(0);
    await expect(convert({ ...empty, spec: { a: 1 } })).rejects.toThrow(
      "returned invalid metadata: missing metadata in converted object",
    );
  });

  test.each([
    [
      "a kind",
      (object: JsonObject): JsonObject => ({ ...object, kind: "", spec: LONG }),
      "Object 'Kind' is missing in '{\"",
    ],
    ["the same kind", (object: JsonObject): JsonObject => ({ ...object, kind: LONG }), "received xxx"],
    [
      "good labels",
      (object: JsonObject): JsonObject => ({
        ...object,
        metadata: { ...(object.metadata as JsonObject), labels: { [LONG]: "" } },
      }),
      "returned invalid metadata: ",
    ],
  ])("tells the beginning of a long object without %s", async (_what, answer, words) => {
    const refusal = await webhook(answer)
      .convert(widget("a"))
      .then(String, (error: Error) => error.message);
    expect(refusal).toContain(words);
    expect(refusal.length).toBeLessThan(70_000);
  });

  /** Sends a text as the response; `%` is the uid of the request, `$` the metadata of the object. */
  const replying = (text: string) => {
    const conversion = conversionWebhooks({
      uid: () => "the-uid",
      async call(_target, body) {
        const { request } = JSON.parse(String(body)) as { request: Asked };
        const reply = text
          .replace("%", request.uid)
          .replace("$", JSON.stringify(request.objects[0]?.metadata));
        return { kind: "answer", status: 200, contentType: "", body: Buffer.from(reply) };
      },
    })(DEFINITION);
    const object = widget("a");
    return Promise.resolve(conversion.ready?.([object], "example.com/v2")).then(() =>
      conversion.convert(object, "example.com/v2"),
    );
  };
  const TYPE = '"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview"';
  const review = (objects: string, more = '"uid":"%","result":{"status":"Success"}') =>
    `{${TYPE},"response":{${more},"convertedObjects":${objects}}}`;
  const made = (spec: string) =>
    `[{"apiVersion":"example.com/v2","kind":"Widget","metadata":$,"spec":${spec}}]`;
  const FAILED = "conversion webhook for example.com/v1, Kind=Widget failed: ";

  /** The errors of kube-apiserver 1.36. */
  test.each([
    ["a wrong uid", review(made("{}"), '"uid":"x"'), `${FAILED}expected response.uid="the-uid", got "x"`],
    ["no objects", review("null"), "returned 0 objects, expected 1"],
    ["an object too many", review("[{},{}]"), "returned 2 objects, expected 1"],
    ["null", review("[null]"), "unexpected end of JSON input"],
    ["a list", review("[[]]"), "cannot unmarshal array into Go value of type map[string]interface {}"],
    [
      "a number beyond float64",
      review(made('{"a":1e999}')),
      "json: cannot unmarshal number 1e999 into Go value of type float64",
    ],
    ["deep lists", review(made("[".repeat(20_000) + "]".repeat(20_000))), "exceeded max depth"],
    ["no answer", "", `${FAILED}0-length response with status code: 200 and content type: application/json`],
    ["no response", `{${TYPE}}`, `${FAILED}no response provided`],
    ["a failure", review("[]", '"uid":"%","result":{"status":"Failure","message":"no"}'), `${FAILED}no`],
    [
      "an unknown status",
      review("[]", '"uid":"%","result":{"status":"Maybe"}'),
      "response.result.status was 'Maybe', not 'Success'",
    ],
  ])("refuses %s", async (_, text, words) => {
    await expect(replying(text)).rejects.toThrow(words);
  });

  test("keeps keys that JavaScript knows, the last of repeated keys, and floats", async () => {
    const spec = '{"__proto__":{"x":1},"constructor":1,"a":1,"a":2,"f":1.0}';
    const { spec: converted } = await replying(review(made(spec)));
    expect(JSON.stringify(converted)).toBe('{"__proto__":{"x":1},"constructor":1,"a":2,"f":1}');
    expect([...(floatsIn(converted as JsonObject) ?? [])]).toEqual(["f"]);
    expect(({} as JsonObject).x).toBeUndefined();
  });

  test("tells the beginning of a long refusal", async () => {
    const result = { status: "Failure", message: LONG };
    const { convert } = webhook((object) => object, { result });
    const refusal = await convert(widget("a")).then(String, (error: Error) => error.message);
    expect(refusal).toMatch(/^conversion webhook for example.com\/v1, Kind=Widget failed: xxx/);
    expect(refusal.length).toBeLessThan(70_000);
  });

  test.each([
    [{ metadata: { name: "b", uid: "uid-a" } }, "returned invalid object: must have the same name: a != b"],
    [{ apiVersion: "x/v2" }, "invalid groupVersion (expected example.com/v2, received x/v2)"],
    [{ metadata: { name: "a", uid: "uid-a", labels: { n: 1 } } }, "[n] must be a string, but is int64"],
    [{ metadata: { name: "a", uid: "uid-a", labels: { n: 1.5 } } }, "[n] must be a string, but is float64"],
    [{ metadata: { name: "a", uid: "uid-a", labels: { n: null } } }, "[n] must be a string, but is <nil>"],
    [
      { metadata: { name: "a", uid: "uid-a", labels: { "a b": "c" } } },
      'metadata: metadata.labels: Invalid value: "a b"',
    ],
    [
      { metadata: { name: "a", uid: "uid-a", annotations: { "a b": "c" } } },
      "metadata: metadata.annotation: Invalid",
    ],
    [{ metadata: { name: "a", uid: 5 } }, "must have the same UID: uid-a != "],
    [{ apiVersion: 5 }, "invalid groupVersion (expected example.com/v2, received )"],
    [{ apiVersion: "a/b/c" }, "Object 'Kind' is missing in '{"],
    [{ kind: 5 }, "Object 'Kind' is missing in '{"],
  ])("refuses %j", async (change, why) => {
    const { convert } = webhook((object) => ({ ...object, ...change }));
    await expect(convert(widget("a"))).rejects.toThrow(why);
  });

  test.each([
    [
      { result: { status: "Failure", message: "not today" } },
      "conversion webhook for example.com/v1, Kind=Widget failed: not today",
    ],
    [{ result: {} }, "response.result.status was '', not 'Success'"],
    [{ uid: "another" }, 'expected response.uid="the-uid", got "another"'],
    [{ convertedObjects: [] }, "returned 0 objects, expected 1"],
    [{ convertedObjects: [null] }, "unexpected end of JSON input"],
    [
      { convertedObjects: ["x"] },
      "json: cannot unmarshal string into Go value of type map[string]interface {}",
    ],
    [
      { convertedObjects: "x" },
      "into Go struct field ConversionResponse.response.convertedObjects of type []runtime.RawExtension",
    ],
    [
      { uid: 5 },
      "cannot unmarshal number into Go struct field ConversionResponse.response.uid of type types.UID",
    ],
  ])("tells what an answer with %j lacks", async (extra, why) => {
    const { convert } = webhook((object) => object, extra);
    await expect(convert(widget("a"))).rejects.toThrow(why);
  });
});
