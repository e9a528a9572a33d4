import { describe, expect, it } from "vitest";
import type { Rule } from "../hook.ts";
import { type RuleSubject, ruleMatches } from "./rules.ts";

const rule = (overrides: Partial<Rule>): Rule => ({
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*/*"],
  scope: undefined,
  ...overrides,
});

const subject = (text: string, namespace = "a"): RuleSubject => {
  const [resource = "", subresource = ""] = text.split("/");
  return { operation: "CREATE", resource: { group: "", version: "v1", resource }, subresource, namespace };
};

describe("ruleMatches: resources", () => {
  const should: [string, string][] = [
    ["pods", "pods"],
    ["pods/*", "pods"],
    ["pods/*", "pods/status"],
    ["pods/status", "pods/status"],
    ["*", "pods"],
    ["*/*", "pods/log"],
    ["*/scale", "deployments/scale"],
  ];
  const shouldNot: [string, string][] = [
    ["pods", "pods/status"],
    ["pods/status", "pods"],
    ["*", "pods/status"],
    ["*/scale", "deployments"],
    ["Pods", "pods"],
    ["po*", "pods"],
  ];
  it.each(should)("%s matches %s", (entry, resource) => {
    expect(ruleMatches(rule({ resources: [entry] }), subject(resource))).toBe(true);
  });
  it.each(shouldNot)("%s does not match %s", (entry, resource) => {
    expect(ruleMatches(rule({ resources: [entry] }), subject(resource))).toBe(false);
  });
});

describe("ruleMatches: scope", () => {
  const cases: [string, RuleSubject, boolean][] = [
    ["Namespaced", subject("pods"), true],
    ["Namespaced", subject("nodes", ""), false],
    ["Namespaced", subject("namespaces"), false],
    ["Cluster", subject("nodes", ""), true],
    ["Cluster", subject("namespaces"), true],
    ["Cluster", subject("pods"), false],
    ["*", subject("pods"), true],
    ["cluster", subject("nodes", ""), false],
  ];
  it.each(cases)("%s", (scope, request, expected) => {
    expect(ruleMatches(rule({ scope }), request)).toBe(expected);
  });
});
