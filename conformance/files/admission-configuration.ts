import { type Case, type CaseResult, failedWith } from "../case.ts";
import { type EffectiveListCase, runEffectiveList } from "./effective-list.ts";

export function runAdmissionConfiguration(testCase: Case): CaseResult {
  switch (testCase.category) {
    case "effective-list":
      return runEffectiveList(testCase as unknown as EffectiveListCase);
    default:
      return failedWith(`nobody runs the category ${testCase.category}`);
  }
}
