import type { CaseRunner } from "./case.ts";
import { runAdmissionDispatch } from "./files/admission-dispatch.ts";
import { runAdmissionResponse } from "./files/admission-response.ts";
import { runHookMatching } from "./files/hook-matching.ts";
import { runJsonPatch } from "./files/json-patch.ts";
import { runRules } from "./files/rules.ts";
import { runSelectors } from "./files/selectors.ts";

/** Who runs the cases of which file. */
export const RUNNERS: Readonly<Record<string, CaseRunner>> = {
  "admission-dispatch": runAdmissionDispatch,
  "admission-response": runAdmissionResponse,
  "hook-matching": runHookMatching,
  "json-patch": runJsonPatch,
  rules: runRules,
  selectors: runSelectors,
};
