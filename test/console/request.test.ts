import { expect, test } from "vitest";
import type { Lane } from "../../console/src/request/lanes.ts";
import { findingsBeside, notCalledOf, ownFindings } from "../../console/src/request/not-called.ts";
import { inOrderOf } from "../../console/src/request/same-order.ts";
import { placeText } from "../../console/src/words.ts";
import type { Cause, CauseCode, PolicyStep } from "../../src/explain/explanation.ts";

const cause = (code: CauseCode, more: Partial<Cause> = {}): Cause => ({
  code,
  of: "ValidatingWebhookConfiguration/a",
  webhook: "a.example.com",
  message: "",
  saw: null,
  at: "",
  fix: "",
  ...more,
});

const policy = (name: string, why: Cause): PolicyStep => ({
  kind: "policy",
  name,
  binding: "",
  param: "",
  phase: "validating",
  round: 0,
  called: false,
  why,
  checks: [],
});

const skipped = (code: CauseCode): Lane => ({
  step: policy(code, cause(code)),
  deed: "skipped",
  bar: undefined,
  decision: undefined,
});

test("notCalledOf groups by reason, with the rules for other requests at the end", () => {
  const groups = notCalledOf([
    skipped("resource"),
    skipped("object-selector"),
    skipped("operation"),
    skipped("dry-run"),
    skipped("condition"),
    { ...skipped("resource"), deed: "allowed" },
  ]);
  expect(groups.map(({ title, lanes }) => `${title}: ${lanes.length}`)).toEqual([
    "Match conditions are false: 1",
    "The object's labels are not selected: 1",
    "The rules are for other requests: 2",
    "For another reason: 1",
  ]);
});

test("findingsBeside leaves out what the details of a step say, also as another object", () => {
  const other = cause("denied");
  const findings = [cause("object-selector"), other];
  expect(findingsBeside(findings, [skipped("object-selector")])).toEqual([other]);
});

test("ownFindings has mistakes that concern the request, and no others", () => {
  const of = (name: string): string => `ValidatingAdmissionPolicy/${name}`;
  const unbound = cause("no-binding", { of: of("unbound"), webhook: "" });
  const elsewhere = cause("no-binding", { of: of("elsewhere"), webhook: "", also: [cause("resource")] });
  const misnamed = cause("no-binding", { of: "ValidatingAdmissionPolicyBinding/b", fix: "unbound" });
  const steps = [policy("unbound", unbound), policy("elsewhere", elsewhere)];
  const shown = [
    cause("call-failed"),
    cause("resource-name"),
    cause("group"),
    unbound,
    misnamed,
    cause("denied", { also: [cause("rules")] }),
  ];
  const hidden = [
    cause("never-matches"),
    cause("operation", { also: [cause("resource-name")] }),
    { ...elsewhere, also: [] },
  ];
  expect(ownFindings({ findings: [...hidden, ...shown], steps })).toEqual(shown);
});

test("inOrderOf keeps the order of the first object, so that no key seems to move", () => {
  const before = { metadata: { name: "a", namespace: "b" }, spec: { list: [{ name: "x", image: "1" }] } };
  const after = {
    spec: { new: 1, list: [{ name: "y" }, { image: "2", name: "x" }] },
    metadata: { labels: { b: "1", a: "2" }, namespace: "b", name: "a" },
  };
  expect(JSON.stringify(inOrderOf(before, after))).toBe(
    '{"metadata":{"name":"a","namespace":"b","labels":{"b":"1","a":"2"}},"spec":{"list":[{"name":"y"},{"name":"x","image":"2"}],"new":1}}',
  );
  expect(inOrderOf(null, [1, null])).toEqual([1, null]);
  const own = JSON.parse('{"__proto__": {"x": 1}}');
  expect(JSON.stringify(inOrderOf({}, own))).toBe('{"__proto__":{"x":1}}');
});

test.each([
  ["/webhooks/0", "webhooks[0]"],
  ["/webhooks/0/rules/1/resources", "webhooks[0].rules[1].resources"],
  ["/metadata/labels/example.com~1team", 'metadata.labels["example.com/team"]'],
  ["/srv/hooks.yaml:12", "/srv/hooks.yaml:12"],
  ["hooks.yaml:12", "hooks.yaml:12"],
  ["", ""],
])("placeText(%j) is %j", (at, text) => {
  expect(placeText(at)).toBe(text);
});
