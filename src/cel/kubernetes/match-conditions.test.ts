import { expect, it } from "vitest";
import type { AdmissionInput } from "./admission-variables.ts";
import { createConditionEvaluator } from "./match-conditions.ts";

const KIND = { group: "", version: "v1", kind: "Pod" };
const INPUT: AdmissionInput = {
  kind: KIND,
  name: "one",
  object: { apiVersion: "v1", kind: "Pod", metadata: { name: "one" } },
  oldObject: null,
  attributes: {
    kind: KIND,
    operation: "CREATE",
    resource: { group: "", version: "v1", resource: "pods" },
    subresource: "",
    namespace: "default",
    user: { username: "alice", groups: ["system:authenticated"] },
    dryRun: false,
    options: null,
  },
};

const evaluate = createConditionEvaluator({ now: () => 0 });
const conditions = (...expressions: string[]) =>
  expressions.map((expression, i) => ({ name: `c${i}`, expression }));

it.each([
  [["true", "object.metadata.name == 'one'"], { kind: "match" }],
  [["object.x == 1", "false", "object.x == 2"], { kind: "exclude", condition: "c1", errors: 1, seconds: 0 }],
  [
    ["true", "object.x == 1"],
    {
      kind: "error",
      errors: 1,
      seconds: 0,
      messages: ["expression 'object.x == 1' resulted in error: no such key: x"],
    },
  ],
  [
    ["1"],
    {
      kind: "error",
      errors: 1,
      seconds: 0,
      messages: ["compilation error: must evaluate to bool but got int"],
    },
  ],
])("createConditionEvaluator decides %j", (expressions, result) => {
  expect(evaluate(conditions(...expressions), INPUT)).toEqual(result);
});

it("createConditionEvaluator leaves empty fields of the request out", () => {
  const absent = conditions("!has(request.subResource) && !has(request.userInfo.uid) && !request.dryRun");
  expect(evaluate(absent, INPUT)).toEqual({ kind: "match" });
});

it("createConditionEvaluator shows members without a type in dyn(request) only", () => {
  const shown = conditions(
    "dyn(request).uid == '' && dyn(request).object == null && has(dyn(request).oldObject)",
  );
  expect(evaluate(shown, INPUT)).toEqual({ kind: "match" });
});

it("createConditionEvaluator asks for the requester and for service accounts", () => {
  const asked: object[] = [];
  const decide = createConditionEvaluator({
    authorize: (user, attributes) => {
      asked.push({ username: user.username, ...attributes });
      return { decision: "allow", reason: "because" };
    },
  });
  const list = conditions(
    "authorizer.requestResource.check('get').allowed()",
    "authorizer.serviceAccount('ns', 'robot').path('/healthz').check('get').reason() == 'because'",
  );
  expect(decide(list, INPUT)).toEqual({ kind: "match" });
  expect(asked).toMatchObject([
    { verb: "get", namespace: "default", name: "one", group: "", resource: "pods", fieldSelector: "" },
    { username: "system:serviceaccount:ns:robot", verb: "get", path: "/healthz" },
  ]);
});

it("createConditionEvaluator evaluates what several webhooks ask once for a request", () => {
  let asked = 0;
  const decide = createConditionEvaluator({
    authorize: () => {
      asked++;
      return { decision: "allow", reason: "", error: "" };
    },
  });
  const expression = "authorizer.group('').resource('pods').check('get').allowed()";
  const lists = [conditions(expression), conditions(expression, "true"), conditions(expression)];
  for (const input of [INPUT, { ...INPUT, name: "two" }])
    for (const list of lists) expect(decide(list, input)).toEqual({ kind: "match" });
  // The first list was evaluated before another list had its expression.
  expect(asked).toBe(3);
});
