import type { CaseRunner } from "./case.ts";
import { runAdmissionConfiguration } from "./files/admission-configuration.ts";
import { runAdmissionDispatch } from "./files/admission-dispatch.ts";
import { runAdmissionResponse } from "./files/admission-response.ts";
import { runDefaults } from "./files/defaults.ts";
import { runHookMatching } from "./files/hook-matching.ts";
import { runJsonPatch } from "./files/json-patch.ts";
import { runMatchConditions } from "./files/match-conditions.ts";
import { runRegistrationStorage } from "./files/registration-storage.ts";
import { runRegistrationValidation } from "./files/registration-validation.ts";
import { runRules } from "./files/rules.ts";
import { runSelectors } from "./files/selectors.ts";
import { runWebhookClientAuth } from "./files/webhook-client-auth.ts";
import { runWebhookClientConfigValidation } from "./files/webhook-client-config-validation.ts";

/** Runners by the name of the file whose cases they run. */
export const RUNNERS: Readonly<Record<string, CaseRunner>> = {
  "admission-configuration": runAdmissionConfiguration,
  "admission-dispatch": runAdmissionDispatch,
  "admission-response": runAdmissionResponse,
  defaults: runDefaults,
  "hook-matching": runHookMatching,
  "json-patch": runJsonPatch,
  "match-conditions": runMatchConditions,
  "registration-storage": runRegistrationStorage,
  "registration-validation": runRegistrationValidation,
  rules: runRules,
  selectors: runSelectors,
  "webhook-client-auth": runWebhookClientAuth,
  "webhook-client-config-validation": runWebhookClientConfigValidation,
};
