// Types that users of the entry points see: `npm run check -- types` fails when one of them becomes wider or narrower.
import { describe, expectTypeOf, test } from "vitest";
import { type ArgumentsOf, member, type Overload, type Value } from "../../src/cel/index.ts";
import { type createCluster, type Handler, serve } from "../../src/index.ts";
import { createCluster as createTestCluster, type Result } from "../../src/testing/index.ts";
import { type KubeObject, mutating, validating, type Webhook } from "../../src/webhook/index.ts";

interface Pod {
  metadata: { name: string };
  spec: { nodeName?: string };
}

describe("webhook", () => {
  test("a mutating handler gets the object that its type argument names", () => {
    const webhook = mutating<Pod>("/mutate", (pod, request) => {
      expectTypeOf(pod).toEqualTypeOf<Pod>();
      expectTypeOf(request.oldObject).toEqualTypeOf<Pod | null>();
    });
    expectTypeOf(webhook).toEqualTypeOf<Webhook>();
  });

  test("a handler without a type argument gets a KubeObject", () => {
    mutating("/mutate", (object) => {
      expectTypeOf(object).toEqualTypeOf<KubeObject>();
    });
  });

  test("a validating handler for all operations has to expect that there is no object", () => {
    validating<Pod>("/validate", (pod) => {
      expectTypeOf(pod).toEqualTypeOf<Pod | null>();
    });
  });

  test("a validating handler for one operation gets the objects that the operation has", () => {
    validating<Pod>("/validate", {
      create: (pod) => {
        expectTypeOf(pod).toEqualTypeOf<Pod>();
      },
      delete: (pod) => {
        expectTypeOf(pod).toEqualTypeOf<Pod>();
      },
    });
  });
});

describe("testing", () => {
  test("a result has the type of the object that was sent, and what the server adds", () => {
    type Created = Awaited<ReturnType<typeof createOne>>;
    const createOne = async (pod: Pod): Promise<Result<Pod>> => {
      const cluster = await createTestCluster();
      return cluster.create({ apiVersion: "v1", kind: "Pod", ...pod });
    };
    expectTypeOf<Created["object"]>().toEqualTypeOf<Pod & KubeObject>();
    expectTypeOf<Created["webhooksCalled"]>().toEqualTypeOf<readonly string[]>();
  });

  test("an object without a type argument has members of unknown types only", () => {
    expectTypeOf<Result["object"]>().toExtend<KubeObject>();
    expectTypeOf<Result["allowed"]>().toEqualTypeOf<boolean>();
  });
});

describe("cel", () => {
  test("the arguments of a function follow from its signature", () => {
    expectTypeOf<ArgumentsOf<"string, int -> bool">["length"]>().toEqualTypeOf<2>();
    expectTypeOf<ArgumentsOf<"string -> bool">[0]>().toEqualTypeOf<string>();
  });

  test("a signature that is not known when the code is compiled leaves any number of values", () => {
    expectTypeOf<ArgumentsOf<string>>().toEqualTypeOf<Value[]>();
  });

  test("member returns an overload, and its implementation returns a value", () => {
    const overload = member("string_shout", "shout", "string -> string", (text) => {
      expectTypeOf(text).toEqualTypeOf<string>();
      return text.toUpperCase();
    });
    expectTypeOf(overload).toEqualTypeOf<Overload>();
  });
});

describe("sallyport", () => {
  test("a cluster handles requests as a handler, which serve takes", () => {
    type Cluster = Awaited<ReturnType<typeof createCluster>>;
    expectTypeOf<Cluster["handle"]>().toEqualTypeOf<Handler>();
    expectTypeOf(serve).parameter(0).toEqualTypeOf<Handler>();
  });
});
