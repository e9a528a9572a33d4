import type { FieldReport } from "../../../api/field-path.ts";
import type { Json } from "../../../api/json.ts";
import { byteLength, qualifiedNameProblems } from "../../../api/name-format.ts";
import { checkCsiDriverName } from "../../kinds/shared/volume-sources/source-checks.ts";
import { checkImmutable } from "../../kinds/shared/workload/workload.ts";
import { deepEqual } from "../../machine/values/deep-equal.ts";
import type { CsiDriverSpec, CsiNodeSpec, NodeDriver } from "./driver-types.ts";

const REQUIRED = [
  ["attachRequired", "attachedRequired"],
  ["podInfoOnMount", "podInfoOnMount"],
  ["storageCapacity", "storageCapacity"],
] as const;
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;
const MAX_NODE_ID_BYTES = 256;

/** spec of a CSIDriver; `old` on update. The first path is misspelt in the reference. */
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
  requests.forEach(({ audience = "", expirationSeconds: seconds }, i) => {
    const path = at.index(i);
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

export function csiDriverWarnings(spec: CsiDriverSpec, old?: CsiDriverSpec): string[] {
  const { tokenRequests = [], serviceAccountTokenInSecrets } = spec;
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  const same =
    old !== undefined && deepEqual(tokenRequests as Json[], old.tokenRequests as Json[] | undefined);
  return same ? [] : [TOKEN_WARNING];
}

/** spec of a CSINode; `old` on update: what drivers there are may change, not what they say. */
export function checkCsiNode(spec: CsiNodeSpec, old: CsiNodeSpec | undefined, at: FieldReport): void {
  const drivers = spec.drivers ?? [];
  const path = at.child("drivers");
  const seen = new Set<string>();
  drivers.forEach((driver, i) => {
    checkNodeDriver(driver, seen, path.index(i));
    seen.add(driver.name ?? "");
  });
  for (const before of old?.drivers ?? []) {
    for (const driver of drivers) if (driver.name === before.name) checkSameDriver(driver, before, path);
  }
}

function checkNodeDriver(driver: NodeDriver, seen: ReadonlySet<string>, at: FieldReport): void {
  const { name = "", nodeID = "", topologyKeys } = driver;
  checkCsiDriverName(name, at.child("name"));
  at.require("nodeID", nodeID);
  if (byteLength(nodeID) > MAX_NODE_ID_BYTES) {
    at.child("nodeID").invalid(nodeID, `must be ${MAX_NODE_ID_BYTES} characters or less`);
  }
  at.child("allocatable").nonNegative("count", driver.allocatable?.count);
  if (seen.has(name)) at.child("name").duplicate(name);
  const keys = new Set<string>();
  for (const key of topologyKeys ?? []) {
    if (key === "") at.required();
    if (keys.has(key)) at.duplicate(key);
    keys.add(key);
    at.problems(key, qualifiedNameProblems(key));
  }
}

function checkSameDriver(driver: NodeDriver, old: NodeDriver, at: FieldReport): void {
  const { name = "", nodeID = "", topologyKeys } = driver;
  const identity = (d: NodeDriver): Json => ({ id: d.nodeID ?? "", keys: [...(d.topologyKeys ?? [])] });
  const printed = { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable: null };
  checkImmutable(identity(driver), identity(old), at, printed);
}
