import {
  type FieldError,
  invalid,
  notSupportedText,
  required,
} from "../../../../api/validation/field-error.ts";
import { dns1035LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import { someSchema } from "../../../../schema/schemas-in.ts";
import { checkConversion } from "./check-conversion.ts";
import { checkNames, checkSubresources } from "./check-parts.ts";
import { checkColumns, checkSelectable, checkVersion } from "./check-version.ts";
import { versionForm } from "./go-form.ts";
import { type InternalSpec, schemasOf, subresourcesFor } from "./internal-spec.ts";
import type { Demands } from "./relaxations.ts";
import { checkValidation } from "./schema/check-validation.ts";

/** Checks the `spec` of a definition, in the reference's order. */
export function* checkSpec(spec: InternalSpec, demands: Demands): Steps<FieldError[]> {
  const anyCost = demands.storedSchemas.has(spec.version);
  return [
    ...checkGroup(spec.group),
    ...checkScope(spec.scope),
    ...checkSchemasPresent(spec, demands),
    ...checkPruning(spec),
    ...(yield* checkVersions(spec, demands)),
    ...checkFirstVersion(spec),
    ...checkRequiredNames(spec),
    ...checkNames(spec.names, "spec.names"),
    ...(yield* checkValidation(spec.validation, hasAnyStatus(spec), "spec.validation", demands, anyCost)),
    ...checkSubresources(spec.subresources, "spec.subresources"),
    ...checkColumns(spec, "spec"),
    ...checkSelectable(spec, undefined, "spec", demands),
    ...checkPruningConversion(spec),
    ...checkConversion(spec.conversion, "spec.conversion", demands),
  ];
}

function checkGroup(group: string): FieldError[] {
  if (group === "") return [required("spec.group")];
  const problems = dns1123SubdomainProblems(group);
  if (problems.length > 0) return [invalid("spec.group", group, problems.join(","))];
  return group.includes(".")
    ? []
    : [invalid("spec.group", group, "should be a domain with at least one dot")];
}

const SCOPES: readonly string[] = ["Cluster", "Namespaced"];

function checkScope(scope: string): FieldError[] {
  if (scope === "") return [required("spec.scope")];
  return SCOPES.includes(scope) ? [] : [notSupportedText("spec.scope", scope, SCOPES)];
}

function checkSchemasPresent({ validation, versions }: InternalSpec, demands: Demands): FieldError[] {
  if (validation?.schema !== undefined) return [];
  return versions.flatMap((version, i) => {
    if (version.validation?.schema !== undefined || (!demands.schemas && !version.served)) return [];
    const detail = demands.schemas ? "" : "because otherwise all fields are pruned";
    return [required(`spec.versions[${i}].schema.openAPIV3Schema`, detail)];
  });
}

/** Defaults and conversion require that unknown fields are pruned. */
function checkPruning(spec: InternalSpec): FieldError[] {
  if (!spec.preserveUnknownFields) return [];
  const defaulted = schemasOf(spec).some((schema) =>
    someSchema(schema, (inner) => inner.default !== undefined),
  );
  if (!defaulted) return [];
  return [
    invalid("spec.preserveUnknownFields", true, "must be false in order to use defaults in the schema"),
  ];
}

function checkPruningConversion({ conversion, preserveUnknownFields }: InternalSpec): FieldError[] {
  if (conversion === undefined || conversion.strategy === "None" || !preserveUnknownFields) return [];
  return [
    invalid(
      "spec.conversion.strategy",
      conversion.strategy,
      "must be None if spec.preserveUnknownFields is true",
    ),
  ];
}

const VERSIONS_A_STEP = 1000;

function* checkVersions(spec: InternalSpec, demands: Demands): Steps<FieldError[]> {
  const { versions } = spec;
  const errors: FieldError[] = [];
  for (const [i, version] of versions.entries()) {
    const path = `spec.versions[${i}]`;
    const problems = dns1035LabelProblems(version.name);
    const hasStatus = subresourcesFor(spec, version)?.status !== undefined;
    if (problems.length > 0) errors.push(invalid(`${path}.name`, version.name, problems.join(",")));
    for (const error of yield* checkVersion(version, hasStatus, path, demands)) errors.push(error);
    if (i % VERSIONS_A_STEP === VERSIONS_A_STEP - 1) yield;
  }
  const refuse = (detail: string): void =>
    void errors.push(invalid("spec.versions", spec.unversioned ? null : versions.map(versionForm), detail));
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    refuse("must contain unique version names");
  if (versions.filter(({ storage }) => storage).length !== 1)
    refuse("must have exactly one version marked as storage version");
  return errors;
}

function checkFirstVersion({ version }: InternalSpec): FieldError[] {
  if (version === "") return [];
  const problems = dns1035LabelProblems(version);
  return problems.length > 0 ? [invalid("spec.version", version, problems.join(","))] : [];
}

function checkRequiredNames({ names }: InternalSpec): FieldError[] {
  const needed = ["plural", "singular", "kind", "listKind"] as const;
  return needed.filter((name) => (names[name] ?? "") === "").map((name) => required(`spec.names.${name}`));
}

function hasAnyStatus({ subresources, versions }: InternalSpec): boolean {
  return [subresources, ...versions.map((version) => version.subresources)].some(
    (own) => own?.status !== undefined,
  );
}
