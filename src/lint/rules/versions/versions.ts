import { formatGroupVersion, parseGroupVersion } from "../../../api/group-version.ts";
import { isNear, isNearGroup, nearest } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { text } from "../../../json/value.ts";
import { findApiVersion } from "../../../resources/lifecycle/api-versions.ts";
import { matchedRules } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, kindOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Reports kinds and groups that do not exist and are similar to known ones: the API server refuses such an object. */
export const unknownKind: Rule = {
  id: "unknown-kind",
  severity: "error",
  summary: "The kind or the group of an object is misspelt",
  check: (model) => {
    const kinds = kindsOf(model);
    return model.manifests.flatMap((of): Problem[] => {
      const [group, kind] = [groupOf(of), kindOf(of)];
      const own = kinds.get(group);
      if (ADMISSION_GROUPS.has(group)) return wrongKind(of, own ?? new Set(), kind, group);
      // Other files, such as values of a chart, can have the key kind.
      if (text(of.object.apiVersion) === "" || own?.has(kind.replace(/List$/, "")) === true) return [];
      if (own !== undefined && nearest(kind, own) !== undefined) return wrongKind(of, own, kind, group);
      const [right, ...others] = [...kinds].filter(([, known]) => known.has(kind)).map(([name]) => name);
      if (right === undefined || others.length > 0) return [];
      // Other projects have kinds of the same names, in groups such as batch.volcano.sh.
      const isMeant = ADMISSION_GROUPS.has(right) ? isNearGroup : isNear;
      if (!isBuiltin(group, model) && !isMeant(group, right)) return [];
      const version = model.registry.group(right)?.versions[0]?.version ?? "v1";
      const fix = `apiVersion: ${formatGroupVersion({ group: right, version })}`;
      const message = `there is no ${kind} in ${groupWords(group)}: it is in ${groupWords(right)}`;
      return [{ of, path: ["apiVersion"], message, fix }];
    });
  },
};

const groupWords = (group: string): string => (group === "" ? "the core group" : group);

/** True for a group of the API server itself, which has no other kinds. */
const isBuiltin = (group: string, { registry }: Model): boolean =>
  registry
    .group(group)
    ?.versions.some(({ resources }) => resources.some(({ resource }) => !resource.custom)) === true;

/** Returns the kinds by group. */
const kindsOf = ({ registry }: Model): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    registry.groups.map(({ name, versions }) => [
      name,
      new Set(versions.flatMap(({ resources }) => resources.map((one) => one.kind.kind))),
    ]),
  );

function wrongKind(of: Problem["of"], known: ReadonlySet<string>, kind: string, group: string): Problem[] {
  if (known.has(kind) || known.has(kind.replace(/List$/, ""))) return [];
  const meant = nearest(kind, known);
  const message = `there is no kind ${JSON.stringify(kind)} in ${groupWords(group)}: ${
    meant === undefined ? `it has ${[...known].join(", ")}` : `${meant} is probably meant`
  }`;
  return [
    { of, path: ["kind"], message, ...(meant !== undefined && { fix: `replace ${kind} with ${meant}` }) },
  ];
}

/** Returns the versions of a group that serve a kind, the newest first. */
const versionsOf = (group: string, kind: string, { registry }: Model) =>
  (registry.group(group)?.versions ?? []).filter(({ resources }) =>
    resources.some((one) => one.kind.kind === kind),
  );

/** A version that neither the API server nor the only definition of the kind serves. Earlier versions can be turned on. */
function unserved(of: Manifest, { group, version, kind }: Versioned, model: Model): Problem[] {
  const served = versionsOf(group, kind, model);
  const [newest] = served;
  const found = newest?.resources.find((one) => one.kind.kind === kind);
  if (newest === undefined || found === undefined || served.some((one) => one.version === version)) return [];
  const isCertain = found.resource.custom ? model.isDefinedOnce(found) : !/alpha|beta/.test(version);
  if (model.complete || !isCertain) return [];
  const versions = served.map((one) => one.version).join(", ");
  const message = `${JSON.stringify(version)} is no served version of ${kind}, which has ${versions}: the API server refuses it`;
  return [
    {
      of,
      path: ["apiVersion"],
      message,
      fix: `apiVersion: ${formatGroupVersion({ group, version: newest.version })}`,
    },
  ];
}

/**
 * Reports objects in a version that is no longer served, and rules for removed groups.
 */
export const removedVersion: Rule = {
  id: "removed-version",
  severity: "error",
  summary: "An object has a version that the API server no longer serves, or a rule names a removed group",
  check: (model) => [...objects(model), ...rules(model)],
};

function objects(model: Model): Problem[] {
  const { manifests, registry } = model;
  return manifests.flatMap((of): Problem[] => {
    const { group, version } = parseGroupVersion(text(of.object.apiVersion));
    const one = { group, version, kind: kindOf(of), minor: registry.minor };
    const gone = removed(of, one);
    if (gone.length > 0) return gone;
    return ADMISSION_GROUPS.has(group) ? ofAdmission(of, one, model) : unserved(of, one, model);
  });
}

interface Versioned {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Versions that never existed, and versions of policies that `--runtime-config` can turn on. */
function ofAdmission(of: Manifest, { group, version, kind }: Versioned, model: Model): Problem[] {
  const served = versionsOf(group, kind, model);
  const [newest] = served;
  if (newest === undefined || served.some((one) => one.version === version)) return [];
  const at = { of, path: ["apiVersion"], fix: `apiVersion: ${group}/${newest.version}` };
  if (findApiVersion(group, version, kind) !== undefined) {
    const message = `${group}/${version} of ${kind} is not served by default (--runtime-config): the API server refuses it`;
    return [{ ...at, message, severity: "warning" }];
  }
  const message = `${group} has no version ${JSON.stringify(version)} of ${kind}: the API server refuses it`;
  return [{ ...at, message }];
}

/** An object in a version that the API server had before. */
function removed(
  of: Manifest,
  { group, version, kind, minor }: Versioned & { readonly minor: number },
): Problem[] {
  const row = findApiVersion(group, version, kind);
  if (row === undefined || minor < row.removed) return [];
  const message = `${group}/${version} of ${kind} is not served since Kubernetes 1.${row.removed}: the API server refuses it`;
  const fix = row.replacement === "" ? "" : `apiVersion: ${row.replacement}`;
  return [{ of, path: ["apiVersion"], message, fix }];
}

const rules = (model: Model): Problem[] =>
  matchedRules(model)
    .filter(({ rule: { apiGroups } }) => apiGroups.length > 0 && apiGroups.every(isRemovedGroup))
    .map(({ of, webhook, path, rule }) => ({
      of,
      webhook,
      path: [...path, "apiGroups"],
      message: `the group ${rule.apiGroups.join(", ")} was removed in Kubernetes 1.22: the rule matches nothing`,
      fix: "write apps, networking.k8s.io or policy, the groups that have its resources now",
    }));

/** kube-apiserver still sends both versions. */
export const oldReviewVersion: Rule = {
  id: "old-review-version",
  severity: "info",
  summary: "A webhook accepts only AdmissionReviews of v1beta1",
  check: ({ webhooks }) =>
    webhooks
      .filter(({ hook }) => hook.reviewVersion === "v1beta1")
      .filter(({ written }) => {
        const versions = written.admissionReviewVersions;
        return Array.isArray(versions) && !versions.includes("v1");
      })
      .map(({ of, name, base }) => ({
        of,
        webhook: name,
        path: [...base, "admissionReviewVersions"],
        message: "it accepts only AdmissionReviews of v1beta1, which are deprecated since Kubernetes 1.19",
        fix: "use a webhook that answers v1, and write admissionReviewVersions: [v1]",
      })),
};

/** Groups whose last version was removed: `extensions` in 1.22. */
const REMOVED: ReadonlySet<string> = new Set(["extensions"]);

/** True if no version of the group is served any more. */
export const isRemovedGroup = (group: string): boolean => REMOVED.has(group);

/** Groups of the configurations of admission. */
const ADMISSION_GROUPS: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
]);
