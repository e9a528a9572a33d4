import type { JsonObject } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, judge } from "../case.ts";
import { type RegistrationName, readRegistration, registrationKind } from "./registration-kind.ts";

interface DefaultsCase {
  apiVersion: string;
  kind: RegistrationName;
  input: JsonObject;
  output: JsonObject;
}

export function runDefaults(testCase: Case): CaseResult {
  const { apiVersion, kind, input, output } = testCase as unknown as DefaultsCase;
  const { webhooks } = readRegistration(registrationKind(kind, apiVersion), input);
  return judge(differs("webhooks", webhooks, output.webhooks));
}
