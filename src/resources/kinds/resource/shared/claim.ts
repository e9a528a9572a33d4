import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  ResourceClaimSpec as ClaimSpec,
  DeviceConstraint as Constraint,
  DeviceClaim,
  DeviceRequest,
  ExactDeviceRequest as ExactRequest,
  DeviceSubRequest as SubRequest,
} from "../../../../types/tables/resource/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import {
  checkConfiguration,
  checkFullyQualifiedName,
  checkSelectors,
  checkToleration,
} from "./device-parts.ts";
import { checkList, checkSet } from "./lists.ts";

const MAX_REQUESTS = 32;

const MAX_CONSTRAINTS = 32;

const MAX_CONFIGURATIONS = 32;

const MAX_ALTERNATIVES = 8;

const UNKNOWN_REQUEST =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/** Names of requests, each with the names of its alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Names of the requests, each with the names of its alternatives. */
export function namesOf({ requests }: DeviceClaim): RequestNames {
  return new Map(
    (requests ?? []).map(({ name = "", firstAvailable = [] }) => [
      name,
      new Set(firstAvailable.map((alternative) => alternative.name ?? "")),
    ]),
  );
}

/** Checks the spec of a new ResourceClaim, or of the claims of a template. */
export function checkClaimSpec({ devices = {} }: ClaimSpec, at: FieldReport): void {
  const path = at.child("devices");
  const names = namesOf(devices);
  checkSet(
    devices.requests ?? undefined,
    { max: MAX_REQUESTS, check: checkRequest, keyOf: ({ name = "" }) => name },
    path.child("requests"),
    "resource/v1.DeviceRequest",
  );
  const ofConstraint = (constraint: Constraint, here: FieldReport): void =>
    checkConstraint(constraint, names, here);
  checkList(devices.constraints, MAX_CONSTRAINTS, ofConstraint, path.child("constraints"));
  const ofConfig = (config: NonNullable<DeviceClaim["config"]>[number], here: FieldReport): void => {
    checkReferences(config.requests, names, here.child("requests"));
    checkConfiguration(config, false, here);
  };
  checkList(devices.config, MAX_CONFIGURATIONS, ofConfig, path.child("config"));
}

function checkRequest({ name, exactly, firstAvailable = [] }: DeviceRequest, at: FieldReport): void {
  at.check("name", name, dns1123LabelProblems);
  const wanted = "exactly one of `exactly` or `firstAvailable` is required";
  const hasBoth = exactly !== undefined && firstAvailable.length > 0;
  if (hasBoth) at.invalid(null, `${wanted}, but multiple fields are set`);
  else if (exactly === undefined && firstAvailable.length === 0) at.required(wanted);
  const here = hasBoth ? at.declaredOnly : at;
  if (exactly !== undefined) checkExactRequest(exactly, here.child("exactly"));
  checkSet(
    firstAvailable,
    { max: MAX_ALTERNATIVES, check: checkAlternative, keyOf: (item) => item.name ?? "" },
    here.child("firstAvailable"),
    "resource/v1.DeviceSubRequest",
  );
}

function checkExactRequest(request: ExactRequest, at: FieldReport): void {
  at.requireFormat("deviceClassName", request.deviceClassName, dns1123SubdomainProblems);
  checkDevices(request, at);
}

function checkAlternative(request: SubRequest, at: FieldReport): void {
  at.check("name", request.name, dns1123LabelProblems);
  at.declared.requireFormat("deviceClassName", request.deviceClassName, dns1123SubdomainProblems);
  checkDevices(request, at);
}

/** Checks the fields that exact requests and alternatives have. Declarative validation allows an empty mode. */
function checkDevices(request: ExactRequest | SubRequest, at: FieldReport): void {
  const { allocationMode = "", count = 0 } = request;
  checkSelectors(request.selectors, at.child("selectors"));
  const ofMode = allocationMode === "" ? at : at.declared;
  ofMode.supports("allocationMode", allocationMode, ["All", "ExactCount"]);
  if (allocationMode === "All" && count !== 0)
    at.child("count").invalid(count, "must not be specified when allocationMode is 'All'");
  if (allocationMode === "ExactCount" && count <= 0)
    at.child("count").invalid(count, "must be greater than zero");
  at.eachOf("tolerations", request.tolerations, checkToleration);
}

function checkConstraint(constraint: Constraint, names: RequestNames, at: FieldReport): void {
  const { matchAttribute, distinctAttribute } = constraint;
  checkReferences(constraint.requests, names, at.child("requests"));
  if (matchAttribute !== undefined) checkFullyQualifiedName(matchAttribute, at.child("matchAttribute"));
  if (distinctAttribute !== undefined) {
    const here = matchAttribute === undefined ? at : at.declaredOnly;
    checkFullyQualifiedName(distinctAttribute, here.child("distinctAttribute"));
  }
  if (matchAttribute !== undefined || distinctAttribute !== undefined) return;
  if (isGateOff("DRAConsumableCapacity", at)) at.child("matchAttribute").required();
  else {
    // These are the reference's words, although no field is set.
    at.required(
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
    );
  }
}

/** Checks references to requests of the same claim. */
export function checkReferences(
  requests: readonly string[] | undefined,
  names: RequestNames,
  at: FieldReport,
): void {
  const check = (name: string, here: FieldReport): void => checkReference(name, names, here);
  checkSet(requests, { max: MAX_REQUESTS, check, keyOf: (name) => name }, at);
}

/** Checks a name such as `request` or `request/alternative`. */
export function checkReference(name: string, names: RequestNames, at: FieldReport): void {
  const parts = name.split("/");
  if (parts.length <= 2) for (const part of parts) at.problems(part, dns1123LabelProblems(part));
  if (parts.length > 2 || !isNamed(parts, names)) at.invalid(name, UNKNOWN_REQUEST);
}

/**
 * True for the name of a request, or of an alternative after its request: a name with a slash is never that
 * of a request.
 */
function isNamed([request = "", alternative]: readonly string[], names: RequestNames): boolean {
  const alternatives = names.get(request);
  return alternatives !== undefined && (alternative === undefined || alternatives.has(alternative));
}

/** Returns the spec of a claim as errors quote it. */
export const printedClaimSpec = (spec: ClaimSpec): object =>
  internalForm("resource/v1.ResourceClaimSpec", spec);
