import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, invalid } from "../../../../api/validation/field-error.ts";
import { nameIsDnsSubdomain } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import { asDefinition, type Definition, type DefinitionStatus } from "../../../custom/definition-types.ts";
import { checkApproval } from "./api-approval.ts";
import { caBundleProblem } from "./check-conversion.ts";
import { checkNames } from "./check-parts.ts";
import { checkSpec } from "./check-spec.ts";
import { isEstablished } from "./conditions.ts";
import { toInternalSpec } from "./internal-spec.ts";
import { DEMANDS_ON_CREATE, demandsOnUpdate } from "./relaxations.ts";

/** Validates a new definition without its metadata (apiextensions validation.ValidateCustomResourceDefinition). */
export function* validateDefinition(definition: Definition): Steps<FieldError[]> {
  const spec = toInternalSpec(definition.spec);
  yield;
  return [
    ...(yield* checkSpec(spec, DEMANDS_ON_CREATE)),
    ...checkStatus(definition),
    ...checkApproval(definition, undefined),
    ...checkPreserve(definition, undefined),
  ];
}

/** Validates a changed definition. Requirements that the stored definition did not meet are not checked. */
export function* validateDefinitionUpdate(definition: Definition, old: Definition): Steps<FieldError[]> {
  const spec = toInternalSpec(definition.spec);
  yield;
  const oldSpec = toInternalSpec(old.spec);
  yield;
  const caBundle = oldSpec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  const demands = demandsOnUpdate(spec, {
    spec: oldSpec,
    established: isEstablished(old),
    brokenCaBundle: caBundle !== "" && caBundleProblem(caBundle) !== undefined,
  });
  yield;
  return [
    ...(yield* checkSpec(spec, demands)),
    ...(demands.immutableNames ? checkKept(definition, old) : []),
    ...checkResourceKept(definition, old),
    ...checkStatus(definition),
    ...checkApproval(definition, old),
    ...checkPreserve(definition, old),
  ];
}

/** Validates a changed status. Every client that may write the status may change storedVersions. */
export const validateDefinitionStatus = (definition: Definition): FieldError[] =>
  checkStatusNames(definition.status);

const immutable = (path: string, value: string, old: string): FieldError[] =>
  value === old ? [] : [invalid(path, value, "field is immutable")];

/** Checks fields that cannot change because stored objects depend on them. */
function checkKept({ spec }: Definition, { spec: old }: Definition): FieldError[] {
  return [
    ...immutable("spec.scope", spec.scope, old.scope),
    ...immutable("spec.names.kind", spec.names.kind, old.names.kind),
  ];
}

/** Checks fields that cannot change because the name of the definition consists of them. */
function checkResourceKept({ spec }: Definition, { spec: old }: Definition): FieldError[] {
  return [
    ...immutable("spec.group", spec.group, old.group),
    ...immutable("spec.names.plural", spec.names.plural, old.names.plural),
  ];
}

function checkStatus({ spec, status }: Definition): FieldError[] {
  const stored = status?.storedVersions ?? [];
  const at = "status.storedVersions";
  const names = checkStatusNames(status);
  if (stored.length === 0)
    return [...names, invalid(at, status?.storedVersions ?? null, "must have at least one stored version")];
  const versions = spec.versions ?? [];
  // If a name occurs twice, only the first version of that name counts as stored.
  const left = new Set(stored);
  const isDeclared = new Set(versions.map(({ name }) => name));
  const missing = versions
    .filter(({ name, storage }) => !left.delete(name) && storage)
    .map(({ name }) => invalid(at, stored, `must have the storage version ${name}`));
  const lost = stored.flatMap((version, i) =>
    isDeclared.has(version) ? [] : [invalid(`${at}[${i}]`, version, lostDetail(version))],
  );
  return [...names, ...missing, ...lost];
}

const lostDetail = (version: string): string =>
  `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;

function checkStatusNames(status: DefinitionStatus | undefined): FieldError[] {
  return status === undefined ? [] : checkNames(status.acceptedNames, "status.acceptedNames");
}

function checkPreserve({ spec }: Definition, old: Definition | undefined): FieldError[] {
  if (old?.spec.preserveUnknownFields === true || spec.preserveUnknownFields !== true) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [invalid("spec.preserveUnknownFields", true, detail)];
}

/** The name of a definition must be the plural and the group of its resource. */
export function definitionNameProblems(
  name: string,
  prefix: boolean,
  object?: KubeObject,
): readonly string[] {
  const problems = nameIsDnsSubdomain(name, prefix);
  if (object === undefined) return problems;
  const { names, group } = asDefinition(object).spec;
  return name === `${names.plural}.${group}`
    ? problems
    : [...problems, 'must be spec.names.plural+"."+spec.group'];
}
