import { type Case, type CaseResult, failedWith } from "../case.ts";
export function runAdmissionDispatch(_: Case): CaseResult {
  return failedWith("to come");
}
