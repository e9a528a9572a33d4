import type { RulePart } from "../../admission/match/rules.ts";
import type { CauseCode } from "../explanation.ts";
import { isNear, isNearGroup } from "../near.ts";
import type { Edit, Failure, RulePlace } from "./matcher.ts";
import { isAbout, namedBy } from "./resource-failure.ts";

const listed = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(", ");

function failure(
  code: CauseCode,
  part: RulePart,
  { base, question }: RulePlace,
  more: Pick<Failure, "message" | "fix" | "isMistake"> & { edit?: Omit<Edit, "path">; index?: number },
): Failure {
  const { index = -1, edit, ...rest } = more;
  const { operation, resource, subresource } = question.attributes;
  const path = [...base, part, ...(index < 0 ? [] : [index])];
  const place = edit?.op === "add" ? [...path, "-"] : path;
  return {
    code,
    path,
    saw: { operation, ...resource, subresource },
    ...rest,
    ...(edit && { edit: { ...edit, path: place } }),
  };
}

/** Failure of the scope of a rule. It is a mistake if the rule names resources, which have only one scope. */
export function scopeFailure(place: RulePlace): Failure {
  const { resource, namespace } = place.question.attributes;
  const isCluster = namespace === "" || (resource.group === "" && resource.resource === "namespaces");
  const wanted = isCluster ? "Cluster" : "Namespaced";
  return failure("scope", "scope", place, {
    message: `scope is ${place.rule.scope}, the request is ${isCluster ? "of cluster scope" : "in a namespace"}${isCluster && namespace !== "" ? " (namespaces themselves are of cluster scope)" : ""}`,
    fix: wanted,
    // A rule that names its resources has only one correct scope.
    isMistake: place.alone && place.rule.resources.every((entry) => !entry.startsWith("*")),
    edit: { op: "replace", value: wanted },
  });
}

/** Failure of the operations of a rule, with a hint for CONNECT and for scales. */
export function operationFailure(place: RulePlace): Failure {
  const { operation, subresource } = place.question.attributes;
  const isConnect = operation === "CONNECT" && place.rule.operations.includes("CREATE");
  const why = isConnect ? `: ${subresource} is a CONNECT, whatever the verb of HTTP` : "";
  const isScale = operation === "UPDATE" && subresource === "scale" ? ": a scale is changed by UPDATE" : "";
  return failure("operation", "operations", place, {
    message: `operations are ${listed(place.rule.operations)}, the request is ${operation}${why}${isScale}`,
    fix: operation,
    edit: { op: "add", value: operation },
  });
}

/** Wrong names for the core group, which is written as the empty string. */
const CORE: ReadonlySet<string> = new Set([
  "core",
  "v1",
  "core/v1",
  "api",
  "api/v1",
  "k8s.io",
  "core.k8s.io",
]);
const GLOB = /^[^*]+\*|\*[^*]+$/;
const literal = (entry: string): string =>
  GLOB.test(entry) ? `; "${entry}" is taken as it stands, it is literal: only "*" alone stands for all` : "";

/** Failure of the API groups of a rule, with hints for usual mistakes, such as the group of the Scale. */
export function groupFailure(place: RulePlace): Failure {
  const { rule, question } = place;
  const { resource, subresource } = question.attributes;
  const message = `apiGroups are ${listed(rule.apiGroups)}, the request's is "${resource.group}"`;
  const fix = `"${resource.group}"`;
  const edit: Omit<Edit, "path"> = { op: "replace", value: resource.group };
  const index = (test: (entry: string) => boolean): number => rule.apiGroups.findIndex(test);
  const scale = subresource === "scale" ? index((entry) => entry === "autoscaling") : -1;
  if (scale >= 0)
    return failure("scale-group", "apiGroups", place, {
      message: `the rule has the group of the Scale, "autoscaling"; rules need the group of the scaled resource: "${resource.group}"`,
      fix,
      isMistake: true,
      edit,
      index: scale,
    });
  const kind = subresource === "" ? -1 : index((entry) => entry === question.attributes.kind.group);
  if (kind >= 0)
    return failure("group", "apiGroups", place, {
      message: `${message}: rules name the group of ${resource.resource}, not that of the ${question.attributes.kind.kind} that is sent`,
      fix,
      isMistake: place.alone,
      edit,
      index: kind,
    });
  const core = resource.group === "" ? index((entry) => CORE.has(entry)) : -1;
  if (core >= 0)
    return failure("group", "apiGroups", place, {
      message: `${message}: the core group is written as ""`,
      fix,
      isMistake: true,
      edit,
      index: core,
    });
  const wrong = index((entry) => isNearGroup(entry, resource.group) || globOf(entry, resource.group));
  const dead = wrong >= 0 ? wrong : index((entry) => isNowhere(entry, place));
  const isNamed = isAbout(rule, question);
  return failure("group", "apiGroups", place, {
    message: `${message}${dead < 0 ? "" : literal(rule.apiGroups[dead] ?? "")}`,
    fix,
    isMistake: isNamed && dead >= 0 && !rule.apiGroups.some((entry) => mayHave(entry, place)),
    ...(isNamed && dead >= 0 ? { edit, index: dead } : { edit: { op: "add", value: resource.group } }),
  });
}

const globOf = (entry: string, group: string): boolean =>
  GLOB.test(entry) && group.endsWith(entry.replaceAll("*", ""));

/** True if a group is, or was, part of Kubernetes, and has none of the resources that the rule names. */
function isNowhere(group: string, { rule, question }: RulePlace): boolean {
  const isKnown = question.registry.group(group) !== undefined || GONE.has(group) || !group.includes(".");
  return isKnown && !hasNamed(group, rule.resources, question);
}

/** Groups of Kubernetes that no longer have any resource. */
const GONE: ReadonlySet<string> = new Set(["extensions"]);

const hasNamed = (
  group: string,
  resources: readonly string[],
  { registry }: RulePlace["question"],
): boolean =>
  registry
    .group(group)
    ?.versions.some((version) =>
      version.resources.some((found) => resources.some((entry) => namedBy(entry, found.kind.plural))),
    ) ?? false;

/**
 * True if the group has the resources that the rule names, or could have them because its definition is not
 * known here.
 */
const mayHave = (group: string, place: RulePlace): boolean =>
  group === "*" ||
  hasNamed(group, place.rule.resources, place.question) ||
  (place.question.registry.group(group) === undefined &&
    group.includes(".") &&
    !isNearGroup(group, place.question.attributes.resource.group));

/** Failure of the API versions of a rule, with the served ones. */
export function versionFailure(place: RulePlace): Failure {
  const { rule, question } = place;
  const { resource } = question.attributes;
  const served =
    question.registry
      .group(resource.group)
      ?.versions.filter(({ resources }) => resources.some(({ kind }) => kind.plural === resource.resource))
      .map(({ version }) => version) ?? [];
  const wrong = rule.apiVersions.findIndex((entry) => !served.includes(entry));
  const isDead = !rule.apiVersions.some((entry) => served.includes(entry));
  const [entry = ""] = wrong < 0 ? [] : [rule.apiVersions[wrong]];
  const hint = entry.includes("/")
    ? `: the group is not part of the version`
    : isNear(entry, resource.version) || !isDead
      ? ""
      : `: ${resource.resource} are served as ${listed(served)}`;
  return failure("version", "apiVersions", place, {
    message: `apiVersions are ${listed(rule.apiVersions)}, the request's is "${resource.version}"${hint}${literal(entry)}`,
    fix: resource.version,
    isMistake: place.alone && isDead && isAbout(rule, question),
    ...(wrong >= 0 && isDead
      ? { edit: { op: "replace", value: resource.version }, index: wrong }
      : { edit: { op: "add", value: resource.version } }),
  });
}
