import type { KubeObject } from "../../src/api/meta.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, failedWith, judge } from "../case.ts";
import { type ExpectedError, judgeError } from "./expected-error.ts";
import { attributesOf, matchOne, namespacesOf } from "./match-one.ts";
import type { RequestFacts } from "./rules.ts";

interface SelectorsCase extends Case {
  namespaceSelector?: JsonObject | null;
  objectSelector?: JsonObject | null;
  request: RequestFacts;
  namespaces?: Record<string, Record<string, string>>;
  object?: KubeObject | null;
  oldObject?: KubeObject | null;
  expected: { match?: boolean; error?: ExpectedError };
}

const EVERYTHING = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }];

export async function runSelectors(testCase: Case): Promise<CaseResult> {
  const given = testCase as unknown as SelectorsCase;
  const { request, expected } = given;
  const { group, version, resource } = request;
  // A case has only the selector that it is about; the other one admits everything.
  const selector = (key: "namespaceSelector" | "objectSelector") => (key in given ? given[key] : {});
  const match = await matchOne({
    webhook: {
      name: "w",
      rules: EVERYTHING,
      namespaceSelector: selector("namespaceSelector") ?? null,
      objectSelector: selector("objectSelector") ?? null,
    },
    attributes: attributesOf({
      ...request,
      resource: { group, version, resource },
      kind: { group, version, kind: given.object?.kind ?? given.oldObject?.kind ?? "Thing" },
      oldObject: given.oldObject ?? null,
    }),
    object: given.object ?? null,
    ports: namespacesOf(given.namespaces),
  });
  if (match?.kind === "error") {
    return expected.error ? judgeError(match.error, expected.error) : failedWith(match.error.message);
  }
  if (expected.error) return failedWith("expected an error");
  return judge(differs("match", match?.kind === "call", expected.match));
}
