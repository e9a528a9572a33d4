import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../api/json.ts";
import { sharedFile } from "../testing/shared.ts";
import type { AdmissionInput, AuthorizeUser } from "./admission-variables.ts";
import { type Condition, compileCondition, createConditionEvaluator } from "./match-conditions.ts";

interface Case {
  readonly name: string;
  readonly category: string;
  readonly expression?: string;
  readonly matchConditions?: readonly Condition[];
  readonly failurePolicy?: string;
  readonly request?: Readonly<Record<string, string>> & {
    readonly userInfo?: JsonObject;
    readonly dryRun?: boolean;
  };
  readonly object?: JsonObject;
  readonly oldObject?: JsonObject;
  readonly authorizer?: { readonly mode: string; readonly attributes?: JsonObject };
  readonly expected: {
    readonly compiles?: boolean;
    readonly result?: "match" | "skip" | "error";
    readonly failedCondition?: string;
    readonly messageContains?: string | readonly string[];
    readonly celGoMessageContains?: string;
  };
}

const file = sharedFile("conformance/match-conditions.json");
const cases: readonly Case[] = file === undefined ? [] : JSON.parse(readFileSync(file, "utf8")).cases;

function inputOf({ request = {} as NonNullable<Case["request"]>, object, oldObject }: Case): AdmissionInput {
  const kind = { group: request.group ?? "", version: request.version ?? "", kind: request.kind ?? "" };
  return {
    kind,
    name: request.name ?? "",
    object: (object ?? null) as AdmissionInput["object"],
    oldObject: (oldObject ?? null) as AdmissionInput["object"],
    attributes: {
      kind,
      operation: request.operation ?? "",
      resource: { group: kind.group, version: kind.version, resource: request.resource ?? "" },
      subresource: request.subresource ?? "",
      namespace: request.namespace ?? "",
      user: (request.userInfo ?? {}) as unknown as AdmissionInput["attributes"]["user"],
      dryRun: request.dryRun ?? false,
      options: null,
    },
  };
}

/** Selectors in the data are parsed ones; here only their presence is compared. */
const SELECTOR = /^(field|label)Selector/;

function authorizerOf({ authorizer }: Case): AuthorizeUser {
  return (_, { kind, ...asked }) => {
    if (authorizer?.mode === "errorAll")
      return { decision: "noOpinion", reason: "", error: "fake authz error" };
    if (authorizer?.mode === "denyAll") return { decision: "deny", reason: "fake reason" };
    if (authorizer?.mode !== "allowMatch") return { decision: "allow", reason: "" };
    const { resourceRequest, apiGroup, apiVersion: _version, ...wanted } = authorizer.attributes ?? {};
    const expected: JsonObject = {
      ...wanted,
      ...(resourceRequest === true ? { group: apiGroup ?? "" } : {}),
    };
    const keys = new Set(
      [...Object.keys(asked), ...Object.keys(expected)].filter((key) => !SELECTOR.test(key)),
    );
    const fields = asked as unknown as Readonly<Record<string, string>>;
    const same = [...keys].every((key) => (fields[key] ?? "") === (expected[key] ?? ""));
    const selected = (which: string): boolean => Object.keys(expected).some((key) => key.startsWith(which));
    const selectors = ["fieldSelector", "labelSelector"].every(
      (key) => Boolean(fields[key]) === selected(key),
    );
    const fits = (resourceRequest === true) === (kind === "resource") && same && selectors;
    return { decision: fits ? "allow" : "deny", reason: "" };
  };
}

function verify(example: Case): void {
  const { expected, expression } = example;
  if (expression !== undefined) {
    const { problem } = compileCondition({ name: "", expression });
    expect(problem === "").toBe(expected.compiles);
    for (const text of [expected.messageContains ?? [], expected.celGoMessageContains ?? []].flat())
      expect(problem).toContain(text);
    return;
  }
  const result = createConditionEvaluator({ authorize: authorizerOf(example) })(
    example.matchConditions ?? [],
    inputOf(example),
  );
  const ignored = result.kind === "error" && example.failurePolicy === "Ignore";
  expect(result.kind === "exclude" || ignored ? "skip" : result.kind).toBe(expected.result);
  if (expected.failedCondition !== undefined)
    expect(result).toMatchObject({ condition: expected.failedCondition });
  for (const text of [expected.messageContains ?? []].flat())
    expect(result.kind === "error" ? result.messages.join("\n") : "").toContain(text);
}

describe.skipIf(file === undefined)(
  "match conditions of the conformance data (skipped without ../shared)",
  () => {
    let passed = 0;
    it.each(cases.map((example) => [example.name, example] as const))("%s", (_, example) => {
      verify(example);
      passed++;
    });
    it("all pass", () => {
      console.log(`match-conditions: ${passed} of ${cases.length}`);
      expect(passed).toBe(cases.length);
    });
  },
);
