import type { FieldReport, RuleSettings } from "../../../../api/validation/field-report.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type {
  CSIDriverSpec as CsiDriverSpec,
  TokenRequest,
} from "../../../../types/tables/storage/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { immutable, least, most, namedAs, oneOf, present } from "../../../rules/field-rules.ts";
import { below, code, rules } from "../../../rules/rules.ts";

const MODES = ["Persistent", "Ephemeral"];

/** Rules of a token; the second one for an audience is not checked further. */
const tokenRules = rules<TokenRequest>({
  expirationSeconds: [
    least(600, "may not specify a duration less than 10 minutes"),
    most(2 ** 32, "may not specify a duration larger than 2^32 seconds"),
  ],
});

/** Rules of the spec (ValidateCSIDriver, ValidateCSIDriverUpdate). The first path is misspelled in the reference. */
export const csiDriverRules = rules<CsiDriverSpec>(
  {
    attachRequired: namedAs("attachedRequired", present),
    podInfoOnMount: present,
    storageCapacity: present,
    fsGroupPolicy: oneOf(["File", "None", "ReadWriteOnceWithFSType"]),
    tokenRequests: code(checkTokenRequests, below("[]", tokenRules.statements)),
    volumeLifecycleModes: checkModes,
    seLinuxMount: present,
    nodeAllocatableUpdatePeriodSeconds: least(10, "must be greater than or equal to 10 seconds"),
  },
  ({ serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] }, _old, at) => {
    if (inSecrets === undefined || tokenRequests.length > 0) return;
    const wrong = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
    at.child("serviceAccountTokenInSecrets").invalid(inSecrets, wrong);
  },
  {
    attachRequired: namedAs("attachedRequired", immutable()),
    volumeLifecycleModes: immutable((modes) => modes ?? null),
  },
);

function checkModes(modes: readonly string[], at: FieldReport): void {
  for (const mode of modes) if (!MODES.includes(mode)) at.notSupported(mode, MODES);
}

function checkTokenRequests(requests: readonly TokenRequest[], at: FieldReport): void {
  const seen = new Set<string>();
  at.each(requests, (request, path) => {
    const { audience = "" } = request;
    if (seen.has(audience)) path.child("audience").duplicate(audience);
    else tokenRules(request, undefined, path);
    seen.add(audience);
  });
}

const TOKEN_WARNING =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";

/** Warning about tokens in the volume context, if the token requests are new. */
export function csiDriverWarnings(
  spec: CsiDriverSpec,
  old: CsiDriverSpec | undefined,
  settings: RuleSettings,
): string[] {
  const { tokenRequests = [], serviceAccountTokenInSecrets } = spec;
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  if (isGateOff("CSIServiceAccountTokenSecrets", settings)) return [];
  const same = old !== undefined && deepEqual(tokenRequests, old.tokenRequests);
  return same ? [] : [TOKEN_WARNING];
}
