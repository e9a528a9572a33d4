import type { Check, FieldReport, RuleSettings } from "../../../../../api/validation/field-report.ts";
import {
  configMapKeyProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  envVarNameProblems,
  nameIsDnsSubdomain,
} from "../../../../../api/validation/name-format.ts";
import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  ConfigMapKeySelector as KeySelector,
  PodSpec,
} from "../../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../../features/changed-gates.ts";
import { checkNoBacksteps } from "../../volume-sources/file-paths.ts";
import { checkFieldRef, checkResourceFieldRef, ENV_FIELDS } from "../field-selectors.ts";
import type { Volume } from "../pod-spec.ts";
import { visitContainers } from "../visit-containers.ts";

/** Checks env of a container; `at` is the path of the container. */
export function checkEnv(env: readonly EnvVar[] | undefined, at: FieldReport): void {
  if (env === undefined) return;
  const list = at.child("env");
  for (let i = 0; i < env.length; i++) {
    const { name = "", value = "", valueFrom } = env[i] ?? {};
    const path = list.index(i);
    path.requireFormat("name", name, envVarNameProblems);
    if (valueFrom !== undefined) checkValueFrom(valueFrom, value, path.child("valueFrom"));
  }
}

const noSource = (settings: RuleSettings): string =>
  isGateOff("EnvFiles", settings)
    ? "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
    : "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";

function checkValueFrom(source: EnvVarSource, value: string, at: FieldReport): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const all = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef];
  const sources = all.filter((one) => one !== undefined).length;
  if (fieldRef !== undefined) checkFieldRef(fieldRef, ENV_FIELDS, at.child("fieldRef"));
  if (resourceFieldRef !== undefined)
    checkResourceFieldRef(resourceFieldRef, false, at.child("resourceFieldRef"));
  if (configMapKeyRef !== undefined) checkKeySelector(configMapKeyRef, at.child("configMapKeyRef"));
  if (secretKeyRef !== undefined) checkKeySelector(secretKeyRef, at.child("secretKeyRef"));
  if (fileKeyRef !== undefined) checkFileKeySelector(fileKeyRef, at.child("fileKeyRef"));
  if (sources === 0) at.invalid("", noSource(at));
  else if (value !== "") at.invalid("", "may not be specified when `value` is not empty");
  else if (sources > 1) at.invalid("", "may not have more than one field specified at a time");
}

function checkKeySelector({ name, key }: KeySelector, at: FieldReport): void {
  at.check("name", name, dns1123SubdomainProblems);
  at.requireFormat("key", key, configMapKeyProblems);
}

const checkFileKeySelector: Check<NonNullable<EnvVarSource["fileKeyRef"]>> = (
  { key, volumeName, path = "" },
  at,
) => {
  at.requireFormat("key", key, envVarNameProblems);
  at.requireFormat("volumeName", volumeName, dns1123LabelProblems);
  if (at.require("path", path)) checkNoBacksteps(path, at.child("path"));
};

const asPrefix = (name: string): readonly string[] => nameIsDnsSubdomain(name, true);

/**
 * Checks envFrom of a container; `at` is the path of the container. Errors about the number of sources have
 * no index.
 */
export function checkEnvFrom(sources: readonly EnvFromSource[] | undefined, at: FieldReport): void {
  if (sources === undefined) return;
  const list = at.child("envFrom");
  list.each(sources, ({ prefix, configMapRef, secretRef }, path) => {
    path.checkIfSet("prefix", prefix, envVarNameProblems);
    if (configMapRef !== undefined)
      path.child("configMapRef").requireFormat("name", configMapRef.name, asPrefix);
    if (secretRef !== undefined) path.child("secretRef").requireFormat("name", secretRef.name, asPrefix);
    if (configMapRef === undefined && secretRef === undefined) {
      list.invalid("", "must specify one of: `configMapRef` or `secretRef`");
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      list.invalid("", "may not have more than one field specified at a time");
    }
  });
}

/** Checks that variables read from files refer to an emptyDir volume. `at` is the path of the spec. */
export function checkFileKeyVolumes(spec: PodSpec, at: FieldReport): void {
  const reads = (env: EnvVar): boolean => env.valueFrom?.fileKeyRef !== undefined;
  visitContainers(
    spec,
    at,
    (container) => container.env?.some(reads) ?? false,
    (container, path) => {
      path.eachOf("env", container.env, (env, here) => {
        if (!reads(env)) return;
        const name = env.valueFrom?.fileKeyRef?.volumeName ?? "";
        const namePath = here.child("valueFrom.fileKeyRef.volumeName");
        const volume = spec.volumes?.findLast((v: Volume) => (v.name ?? "") === name);
        if (volume === undefined) namePath.notFound(name);
        else if (volume.emptyDir === undefined) {
          namePath.invalid(name, "referenced volume must be of type emptyDir");
        }
      });
    },
  );
}
