import type { Check, FieldReport } from "../../../../../api/validation/field-report.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../../../../api/validation/name-format.ts";
import { quote } from "../../../../../go/quote.ts";
import type {
  DownwardAPIVolumeFile as DownwardApiFile,
  KeyToPath,
  VolumeProjection as ProjectedSource,
} from "../../../../../types/tables/core/v1-types.ts";
import { nanos } from "../../values/amounts.ts";
import { checkFileMode, checkLocalNonReservedPath } from "../../volume-sources/file-paths.ts";
import { type Fields, fieldsOf, listOf, optionalText, textOf } from "../../volume-sources/source-fields.ts";
import type { SourceRule } from "../../volume-sources/source-rule.ts";
import { checkOneSource, podSourceRules } from "../../volume-sources/volume-sources.ts";
import { checkFieldRef, checkResourceFieldRef, VOLUME_FIELDS } from "../field-selectors.ts";
import type { Volume } from "../pod-spec.ts";
import type { PodRules } from "../rules.ts";
import { checkPodCertificate, checkTrustBundle } from "./signed-sources.ts";
import { checkClaimTemplate } from "./volume-claim.ts";

/** Valid volumes by name: mounts refer to them, and depend on their kind. */
export type VolumesByName = ReadonlyMap<string, Volume>;

const NO_VOLUMES: VolumesByName = new Map();

/**
 * Checks spec.volumes. `ownerName` is the name of the pod, empty in templates. Returns the volumes without
 * errors.
 */
export function checkVolumes(
  volumes: readonly Volume[] | undefined,
  ownerName: string,
  rules: PodRules,
  at: FieldReport,
): VolumesByName {
  if (volumes === undefined) return NO_VOLUMES;
  const sourceRules = sourceRulesFor(rules);
  const generatedClaims = claimsOfEphemeralVolumes(volumes, ownerName);
  const sound = new Map<string, Volume>();
  at.each(volumes, (volume, path) => {
    const { name = "" } = volume;
    const before = at.errors.length;
    checkOneSource(sourceRules, volume, path, { ownerName, volumeName: name });
    path.requireFormat("name", name, dns1123LabelProblems);
    if (sound.has(name)) path.child("name").duplicate(name);
    if (at.errors.length === before) sound.set(name, volume);
    const claim = fieldsOf(volume, "persistentVolumeClaim");
    if (claim !== undefined && generatedClaims.has(textOf(claim, "claimName"))) {
      path
        .child("persistentVolumeClaim.claimName")
        .invalid(claim.claimName, "must not reference a PVC that gets created for an ephemeral volume");
    }
  });
  return sound;
}

function claimsOfEphemeralVolumes(volumes: readonly Volume[], ownerName: string): ReadonlySet<string> {
  if (ownerName === "") return new Set();
  const ephemeral = volumes.filter((volume) => volume.ephemeral !== undefined);
  return new Set(ephemeral.map(({ name = "" }) => `${ownerName}-${name}`));
}

const emptyDir: SourceRule = {
  field: "emptyDir",
  check: (source, at) => {
    const limit = optionalText(source, "sizeLimit");
    if (limit !== undefined && nanos(limit) < 0n)
      at.child("sizeLimit").forbidden("SizeLimit field must be a valid resource quantity");
  },
};

const keyedFiles = (field: string, nameField: string): SourceRule => ({
  field,
  check: (source, at) => {
    at.require(nameField, textOf(source, nameField));
    checkFileMode(at, "defaultMode", source.defaultMode);
    at.eachOf("items", listOf(source, "items"), (item, here) => checkKeyToPath(item as KeyToPath, here));
  },
});

function checkKeyToPath({ key, path = "", mode }: KeyToPath, at: FieldReport): void {
  at.require("key", key);
  at.require("path", path);
  checkLocalNonReservedPath(path, at.child("path"));
  checkFileMode(at, "mode", mode);
}

const downwardApi: SourceRule = {
  field: "downwardAPI",
  secondPath: "downwarAPI",
  check: (source, at) => {
    checkFileMode(at, "defaultMode", source.defaultMode);
    for (const file of listOf(source, "items")) checkDownwardFile(file as DownwardApiFile, at);
  },
};

const checkDownwardFile: Check<DownwardApiFile> = ({ path = "", fieldRef, resourceFieldRef, mode }, at) => {
  at.require("path", path);
  checkLocalNonReservedPath(path, at.child("path"));
  if (fieldRef !== undefined) {
    checkFieldRef(fieldRef, VOLUME_FIELDS, at.child("fieldRef"));
    if (resourceFieldRef !== undefined)
      at.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
  } else if (resourceFieldRef !== undefined) {
    checkResourceFieldRef(resourceFieldRef, true, at.child("resourceFieldRef"));
  } else at.required("one of fieldRef and resourceFieldRef is required");
  checkFileMode(at, "mode", mode);
};

const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

const projected = (nonLocalTokenPaths: boolean): SourceRule => ({
  field: "projected",
  check: (volume, at) => {
    checkFileMode(at, "defaultMode", volume.defaultMode);
    const paths = new Set<string>();
    at.eachOf("sources", listOf(volume, "sources"), (source, here) =>
      checkProjectedSource(source as ProjectedSource, at, here, paths, nonLocalTokenPaths),
    );
  },
});

/**
 * Checks a projected source. Errors about overlapping paths are reported at the volume, all others at the
 * source.
 */
function checkProjectedSource(
  source: ProjectedSource,
  volumeAt: FieldReport,
  at: FieldReport,
  paths: Set<string>,
  nonLocalTokenPaths: boolean,
): void {
  for (const kind of ["secret", "configMap"] as const) {
    const part = source[kind];
    if (part === undefined) continue;
    const path = at.child(kind);
    path.require("name", part.name);
    path.eachOf("items", part.items, (item, here) => {
      checkKeyToPath(item, here);
      claimPath(item.path, part.name ?? "", paths, volumeAt);
    });
  }
  for (const file of source.downwardAPI?.items ?? []) {
    checkDownwardFile(file, at.child("downwardAPI"));
    claimPath(file.path, file.path ?? "", paths, volumeAt);
  }
  const token = source.serviceAccountToken;
  if (token !== undefined)
    checkTokenSource(token, volumeAt, at.child("serviceAccountToken"), nonLocalTokenPaths);
  const { clusterTrustBundle: bundle, podCertificate: certificate } = source;
  const claim = (path: string): void => claimPath(path, path, paths, volumeAt);
  if (bundle !== undefined) checkTrustBundle(bundle, at.child("clusterTrustBundle"), claim);
  if (certificate !== undefined) checkPodCertificate(certificate, at.child("podCertificate"), claim);
  const kinds = [source.secret, source.configMap, source.downwardAPI, token, bundle, certificate];
  if (kinds.filter((part) => part !== undefined).length > 1)
    at.forbidden("may not specify more than 1 volume type per source");
}

function claimPath(path: string | undefined, owner: string, paths: Set<string>, at: FieldReport): void {
  if (path === undefined || path === "") return;
  if (paths.has(path)) at.invalid(owner, "conflicting duplicate paths");
  paths.add(path);
}

function checkTokenSource(
  { expirationSeconds = 0, path = "" }: NonNullable<ProjectedSource["serviceAccountToken"]>,
  volumeAt: FieldReport,
  at: FieldReport,
  nonLocalPaths: boolean,
): void {
  const expiry = at.child("expirationSeconds");
  if (expirationSeconds < MIN_TOKEN_SECONDS)
    expiry.invalid(expirationSeconds, "may not specify a duration less than 10 minutes");
  if (expirationSeconds > MAX_TOKEN_SECONDS)
    expiry.invalid(expirationSeconds, "may not specify a duration larger than 2^32 seconds");
  if (path === "") volumeAt.child("path").required();
  else if (!nonLocalPaths) checkLocalNonReservedPath(path, volumeAt.child("path"));
}

const ephemeral: SourceRule = {
  field: "ephemeral",
  check: (source, at, { ownerName, volumeName }) => {
    const template = fieldsOf(source, "volumeClaimTemplate");
    if (template === undefined) at.child("volumeClaimTemplate").required();
    else checkClaimTemplate(template, at.child("volumeClaimTemplate"));
    if (ownerName === "" || volumeName === "") return;
    const claim = `${ownerName}-${volumeName}`;
    const volumeAt = at.parent as FieldReport;
    for (const problem of dns1123SubdomainProblems(claim))
      volumeAt.child("name").invalid(volumeName, `PVC name ${quote(claim)}: ${problem}`);
  },
};

const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];

/** Checks a policy; reports `Required` if it is absent. `at` is the path of its parent. */
export function checkPullPolicy(name: string, policy: string | undefined, at: FieldReport): void {
  at.requireSupported(name, policy, PULL_POLICIES);
}

const image = (mayBeEmpty: boolean): SourceRule => ({
  field: "image",
  check: (source, at) => {
    if (!mayBeEmpty) at.require("reference", textOf(source, "reference"));
    checkPullPolicy("pullPolicy", textOf(source, "pullPolicy"), at);
  },
});

const SOURCE_RULES = [false, true].map((imagesWithoutReference) =>
  [false, true].map((nonLocalTokenPaths) =>
    podSourceRules({
      emptyDir,
      secret: keyedFiles("secret", "secretName"),
      configMap: keyedFiles("configMap", "name"),
      downwardAPI: downwardApi,
      projected: projected(nonLocalTokenPaths),
      ephemeral,
      image: image(imagesWithoutReference),
    }),
  ),
);

function sourceRulesFor({ imagesWithoutReference, nonLocalTokenPaths }: PodRules): readonly SourceRule[] {
  return SOURCE_RULES[Number(imagesWithoutReference)]?.[Number(nonLocalTokenPaths)] ?? [];
}

/** True for a volume that a container can use as a raw device. */
export const isBlockVolume = (volume: Fields): boolean =>
  volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined;
