import type { UserInfo } from "../../src/api/meta.ts";
import type { AdmissionInput, AuthorizeUser } from "../../src/cel/kubernetes/admission-variables.ts";
import {
  type Condition,
  type ConditionResult,
  compileCondition,
  createConditionEvaluator,
} from "../../src/cel/kubernetes/match-conditions.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type CaseRunner, differs, judge, lacks } from "../case.ts";

interface ConditionsCase {
  readonly expression?: string;
  readonly matchConditions?: readonly Condition[];
  readonly failurePolicy?: string;
  readonly request?: Readonly<Record<string, string>> & { readonly userInfo?: UserInfo };
  readonly object?: JsonObject;
  readonly oldObject?: JsonObject;
  readonly authorizer?: { readonly mode: string; readonly attributes?: JsonObject };
  readonly expected: {
    readonly compiles?: boolean;
    readonly result?: "match" | "skip" | "error";
    readonly failedCondition?: string;
    readonly messageContains?: string[];
    readonly celGoMessageContains?: string;
  };
}

/** Conditions of a webhook: whether they compile, and what comes of them together. */
export const runMatchConditions: CaseRunner = (testCase) => {
  const example = testCase as unknown as ConditionsCase;
  return example.expression === undefined ? evaluation(example) : registration(example, example.expression);
};

function registration({ expected }: ConditionsCase, expression: string): ReturnType<typeof judge> {
  const { problem } = compileCondition({ name: "", expression });
  return judge(
    differs("compiles", problem === "", expected.compiles ?? true),
    lacks("message", problem, expected.messageContains),
    lacks("message", problem, expected.celGoMessageContains),
  );
}

function evaluation(example: ConditionsCase): ReturnType<typeof judge> {
  const { expected, matchConditions = [], failurePolicy } = example;
  const evaluate = createConditionEvaluator({ authorize: authorizerOf(example) });
  const result = evaluate(matchConditions, inputOf(example));
  const message = result.kind === "error" ? result.messages.join("\n") : "";
  const condition = result.kind === "exclude" ? result.condition : undefined;
  return judge(
    differs("result", nameOf(result, failurePolicy), expected.result),
    expected.failedCondition && differs("failed condition", condition, expected.failedCondition),
    lacks("message", message, expected.messageContains),
  );
}

function nameOf({ kind }: ConditionResult, failurePolicy: string | undefined): string {
  return kind === "exclude" || (kind === "error" && failurePolicy === "Ignore") ? "skip" : kind;
}

function inputOf({ request = {}, object, oldObject }: ConditionsCase): AdmissionInput {
  const {
    group = "",
    version = "",
    operation = "",
    resource = "",
    subresource = "",
    namespace = "",
  } = request;
  const kind = { group, version, kind: request.kind ?? "" };
  return {
    kind,
    name: request.name ?? "",
    object: (object ?? null) as AdmissionInput["object"],
    oldObject: (oldObject ?? null) as AdmissionInput["object"],
    attributes: {
      kind,
      operation,
      resource: { group, version, resource },
      subresource,
      namespace,
      user: request.userInfo ?? { username: "", groups: [] },
      dryRun: (request.dryRun as unknown) === true,
      options: null,
    },
  };
}

function authorizerOf({ authorizer }: ConditionsCase): AuthorizeUser {
  return (_, { kind, ...asked }) => {
    if (authorizer?.mode === "errorAll")
      return { decision: "noOpinion", reason: "", error: "fake authz error" };
    if (authorizer?.mode === "denyAll") return { decision: "deny", reason: "fake reason" };
    if (authorizer?.mode !== "allowMatch") return { decision: "allow", reason: "" };
    const fits = isAsked(authorizer.attributes ?? {}, kind, { ...asked });
    return { decision: fits ? "allow" : "deny", reason: "" };
  };
}

/** Selectors in the data are parsed ones: only their presence is compared. */
const SELECTORS = ["fieldSelector", "labelSelector"];

function isAsked(attributes: JsonObject, kind: string, asked: Readonly<Record<string, unknown>>): boolean {
  const { resourceRequest, apiGroup, apiVersion: _version, ...wanted } = attributes;
  const ofResource = resourceRequest === true;
  const expected: JsonObject = { ...wanted, ...(ofResource ? { group: apiGroup ?? "" } : {}) };
  const isSelector = (key: string): boolean => SELECTORS.some((selector) => key.startsWith(selector));
  const keys = new Set([...Object.keys(asked), ...Object.keys(expected)]);
  return (
    ofResource === (kind === "resource") &&
    [...keys].every((key) => isSelector(key) || (asked[key] ?? "") === (expected[key] ?? "")) &&
    SELECTORS.every(
      (selector) =>
        Boolean(asked[selector]) === Object.keys(expected).some((key) => key.startsWith(selector)),
    )
  );
}
