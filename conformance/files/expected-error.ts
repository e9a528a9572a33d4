import type { StatusError } from "../../src/api/status.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import { type CaseResult, differs, judge, lacks } from "../case.ts";

export interface ExpectedError extends JsonObject {
  code?: number;
  reason?: string;
  messageContains?: Json;
}

export function judgeError(actual: StatusError, expected: ExpectedError): CaseResult {
  return judge(
    expected.code === undefined ? undefined : differs("code", actual.code, expected.code),
    expected.reason === undefined ? undefined : differs("reason", actual.reason, expected.reason),
    lacks("message", actual.message, expected.messageContains),
  );
}
