import { expect, test } from "vitest";
import { heapUsed } from "../../../test/parts/collect-garbage.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { askedOfResource } from "./attributes.ts";
import { atOnce, unionAuthorizer } from "./authorize.ts";
import { webhookAuthorizer } from "./webhook-authorizer.ts";

const JANE = { username: "jane", groups: ["g"] };
const question = (name: string) => askedOfResource(JANE, "get", { resource: "pods", namespace: "a", name });

function authorizerOf(status: JsonObject | Error, more = {}) {
  const asked: JsonObject[] = [];
  const clock = { now: 0 };
  const authorize = webhookAuthorizer({
    authorizedMs: 1000,
    unauthorizedMs: 0,
    onFailure: "noOpinion",
    matches: () => true,
    ask: async (spec) => {
      asked.push(spec);
      if (status instanceof Error) throw status;
      return status;
    },
    now: () => clock.now,
    ...more,
  });
  return { authorize, asked, clock };
}

test("equal checks share one call", async () => {
  const { authorize, asked } = authorizerOf({ allowed: true, reason: "why not" });
  const works = [1, 2].map(() => authorize(question("p")));
  expect(await Promise.all(works)).toEqual([1, 2].map(() => ({ decision: "allow", reason: "why not" })));
  expect(asked).toEqual([
    {
      resourceAttributes: { namespace: "a", verb: "get", resource: "pods", name: "p" },
      user: "jane",
      groups: ["g"],
    },
  ]);
});

test("what is allowed is remembered for its time, what is not allowed here for none", async () => {
  const allowed = authorizerOf({ allowed: true });
  const denied = authorizerOf({ denied: true });
  for (const { authorize } of [allowed, denied, allowed, denied]) await authorize(question("p"));
  expect([allowed.asked.length, denied.asked.length]).toEqual([1, 2]);
  allowed.clock.now = 1001;
  await allowed.authorize(question("p"));
  expect(allowed.asked.length).toBe(2);
});

test("a failure is reported if no authorizer allows; its policy may be to deny", async () => {
  const open = authorizerOf(new Error("no route"));
  const closed = authorizerOf(new Error("no route"), { onFailure: "deny" });
  const asks = (authorize: typeof open.authorize) => unionAuthorizer([authorize])(question("p"));
  expect(await asks(open.authorize)).toEqual({ decision: "noOpinion", reason: "", error: "no route" });
  expect(await asks(closed.authorize)).toEqual({ decision: "deny", reason: "", error: "no route" });
});

test("a caller that cannot wait is not allowed if the decision is not known yet", async () => {
  const { authorize } = authorizerOf({ allowed: true });
  expect(atOnce(authorize)(question("p")).decision).toBe("noOpinion");
  await authorize(question("p"));
  expect(atOnce(authorize)(question("p")).decision).toBe("allow");
});

test("refusals do not push out what is allowed", async () => {
  const asked: string[] = [];
  const { authorize } = authorizerOf(
    {},
    {
      unauthorizedMs: 1000,
      ask: async ({ resourceAttributes }: JsonObject) => {
        const { name } = record(resourceAttributes);
        asked.push(String(name));
        return { allowed: name === "known" };
      },
    },
  );
  await authorize(question("known"));
  for (let i = 0; i < 10_000; i++) await authorize(question(`guess-${i}`));
  expect(authorize(question("known"))).toMatchObject({ decision: "allow" });
  expect(asked.length).toBe(10_001);
});

test("questions with selectors of a megabyte keep no memory", async () => {
  const { authorize, asked } = authorizerOf({}, { unauthorizedMs: 30_000 });
  const before = heapUsed();
  for (let i = 0; i < 200; i++) {
    const labelSelector = [{ key: "k", operator: "in" as const, values: [`${i}${"v".repeat(1 << 20)}`] }];
    await authorize({ ...question("p"), labelSelector });
    asked.length = 0;
  }
  expect(heapUsed() - before).toBeLessThan(50 << 20);
});
