import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport, RuleSettings } from "../../../../api/validation/field-path.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { CSIDriverSpec as CsiDriverSpec } from "../../../../types/tables/storage/v1-types.ts";
import { specOf } from "../../../define/strategy.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

const REQUIRED = [
  ["attachRequired", "attachedRequired"],
  ["podInfoOnMount", "podInfoOnMount"],
  ["storageCapacity", "storageCapacity"],
] as const;

const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];

const MIN_TOKEN_SECONDS = 600;

const MAX_TOKEN_SECONDS = 2 ** 32;

/** Checks the spec of a CSIDriver; `old` on update. The first path is misspelled in the reference. */
export function checkCsiDriver(spec: CsiDriverSpec, old: CsiDriverSpec | undefined, at: FieldReport): void {
  for (const [name, path] of REQUIRED) if (spec[name] === undefined) at.child(path).required();
  at.supports("fsGroupPolicy", spec.fsGroupPolicy, GROUP_POLICIES);
  checkTokenRequests(spec.tokenRequests ?? [], at.child("tokenRequests"));
  for (const mode of spec.volumeLifecycleModes ?? []) {
    at.supports("volumeLifecycleModes", mode, ["Persistent", "Ephemeral"]);
  }
  if (spec.seLinuxMount === undefined) at.child("seLinuxMount").required();
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: inSecrets } = spec;
  if (period !== undefined && period < 10) {
    at.child("nodeAllocatableUpdatePeriodSeconds").invalid(
      period,
      "must be greater than or equal to 10 seconds",
    );
  }
  if (inSecrets !== undefined && (spec.tokenRequests ?? []).length === 0) {
    const wrong = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
    at.child("serviceAccountTokenInSecrets").invalid(inSecrets, wrong);
  }
  if (old === undefined) return;
  checkImmutable(spec.attachRequired, old.attachRequired, at.child("attachedRequired"));
  const modes = at.child("volumeLifecycleModes");
  checkImmutable(
    spec.volumeLifecycleModes,
    old.volumeLifecycleModes,
    modes,
    spec.volumeLifecycleModes ?? null,
  );
}

function checkTokenRequests(requests: NonNullable<CsiDriverSpec["tokenRequests"]>, at: FieldReport): void {
  const seen = new Set<string>();
  at.each(requests, ({ audience = "", expirationSeconds: seconds }, path) => {
    if (seen.has(audience)) {
      path.child("audience").duplicate(audience);
      return;
    }
    seen.add(audience);
    if (seconds === undefined) return;
    const expiration = path.child("expirationSeconds");
    if (seconds < MIN_TOKEN_SECONDS)
      expiration.invalid(seconds, "may not specify a duration less than 10 minutes");
    if (seconds > MAX_TOKEN_SECONDS)
      expiration.invalid(seconds, "may not specify a duration larger than 2^32 seconds");
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

/** Drops the field of the gate VolumeLimitScaling, which is off, unless the stored object has it. */
export function dropScheduling(object: KubeObject, old?: KubeObject): void {
  const before = old === undefined ? undefined : specOf<CsiDriverSpec>(old).preventPodSchedulingIfMissing;
  if (before === undefined) delete specOf<CsiDriverSpec>(object).preventPodSchedulingIfMissing;
}
