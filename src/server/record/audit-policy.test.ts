import { expect, test } from "vitest";
import type { Json } from "../../json/value.ts";
import { parseAuditPolicy } from "./audit-policy.ts";

const parsed = (fields: { readonly [key: string]: Json }, warn?: (message: string) => void) =>
  parseAuditPolicy(JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", ...fields }), warn);
const rule = (more: { readonly [key: string]: Json }): { rules: Json } => ({
  rules: [{ level: "Metadata", ...more }],
});

const STAGES = "allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic";
const SUPPORTED = 'supported values: "None", "Metadata", "Request", "RequestResponse"';

test.each<[Parameters<typeof parsed>[0], string]>([
  [{}, "loaded illegal policy with 0 rules"],
  [{ rules: [] }, "loaded illegal policy with 0 rules"],
  [{ rules: [{}] }, "rules[0].level: Required value"],
  [rule({ level: "All" }), `rules[0].level: Unsupported value: "All": ${SUPPORTED}`],
  [rule({ omitStages: ["Begin"] }), `rules[0].omitStages[0]: Invalid value: "Begin": ${STAGES}`],
  [{ omitStages: ["End"], ...rule({}) }, `omitStages[0]: Invalid value: "End": ${STAGES}`],
  [
    rule({ nonResourceURLs: ["healthz"] }),
    `rules[0].nonResourceURLs[0]: Invalid value: "healthz": non-resource URL rules must begin with a '/' character`,
  ],
  [
    rule({ nonResourceURLs: ["/a", "/*/b"] }),
    `rules[0].nonResourceURLs[1]: Invalid value: "/*/b": non-resource URL wildcards '*' must be the final character of the rule`,
  ],
  [
    rule({ nonResourceURLs: ["*"], namespaces: ["a"] }),
    'rules[0].nonResourceURLs: Invalid value: ["*"]: rules cannot apply to both regular resources and non-resource URLs',
  ],
  [
    rule({ resources: [{ group: "", resourceNames: ["a"] }] }),
    'rules[0].resources.resourceNames: Invalid value: ["a"]: using resourceNames requires at least one resource',
  ],
])("parseAuditPolicy refuses %j", (fields, message) => {
  expect(() => parsed(fields)).toThrow(message);
});

test("parseAuditPolicy refuses the version of a group as a group", () => {
  expect(() => parsed(rule({ resources: [{ group: "apps/v1" }] }))).toThrow(
    'rules[0].resources.group: Invalid value: "apps/v1"',
  );
});

test("parseAuditPolicy refuses fields of another type, and warns of fields that the kind does not have", () => {
  expect(() => parsed(rule({ users: "admin" }))).toThrow("cannot unmarshal string into Go struct field");
  const warnings: string[] = [];
  parsed(rule({ user: ["admin"] }), (message) => warnings.push(message));
  expect(warnings).toEqual([
    'Audit policy contains errors, falling back to lenient decoding: strict decoding error: unknown field "rules[0].user"',
  ]);
});

test("parseAuditPolicy takes a file without kind for a policy, but not one without version", () => {
  const read = (head: string) => () => parseAuditPolicy(`${head}rules: [{level: Metadata}]`);
  expect(read("apiVersion: audit.k8s.io/v1\n")).not.toThrow();
  const unknown = "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy";
  expect(read("")).toThrow(unknown);
  expect(read("kind: Policy\n")).toThrow(unknown);
});

test("null is an empty list in a rule", () => {
  const policy = parsed(rule({ users: null, resources: null, omitManagedFields: null }));
  const info = { isResource: false, path: "/version", verb: "get" } as never;
  expect(policy.decide({ info, user: { username: "u", groups: [] } }).level).toBe("Metadata");
});
