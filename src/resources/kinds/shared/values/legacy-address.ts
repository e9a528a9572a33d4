import type { RuleSettings } from "../../../../api/validation/field-report.ts";
import { cidrProblems, ipProblems } from "../../../../go/ip-address.ts";
import { isGateOff } from "../../../features/changed-gates.ts";

/**
 * Returns the problems of an address in a field that is older than the strict rules
 * (kubernetes/pkg/apis/core/validation/validation.go, IsValidIPForLegacyField).
 */
export const legacyIpProblems = (text: string, settings: RuleSettings): readonly string[] =>
  ipProblems(text, !isGateOff("StrictIPCIDRValidation", settings));

/** The same for networks (IsValidCIDRForLegacyField in the same file). */
export const legacyCidrProblems = (text: string, settings: RuleSettings): readonly string[] =>
  cidrProblems(text, !isGateOff("StrictIPCIDRValidation", settings));
