import { parseGroupVersion } from "../../api/group-version.ts";
import { pluralOf } from "../../resources/define/plural-of.ts";
import { excludedFromWebhooks } from "../../resources/kinds/admissionregistration/shared/registration-warnings.ts";
import { API_VERSIONS, existsIn } from "../../resources/lifecycle/api-versions.ts";
import type { Registry } from "../../resources/registry.ts";
import { NEW_SUBRESOURCES } from "../facts/resources.ts";
import type { Found } from "../finding.ts";
import { placeOf } from "../place-of.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";
import type { WrittenRule } from "./rules.ts";

/** Kinds that both versions serve. */
export interface BothVersions {
  readonly upgraded: Upgraded;
  readonly before: Registry;
  readonly now: Registry;
  /** True if the new version no longer sends reviews of tokens and rights to webhooks, and the old one did. */
  readonly excludesVirtual: boolean;
}

/** Returns what is wrong with a rule after the upgrade. */
export function ruleFindings(rule: WrittenRule, both: BothVersions): Found[] {
  const bases = [...new Set(rule.resources.map((resource) => resource.split("/")[0] ?? ""))];
  return [
    ...bases.filter((base) => base !== "*" && base !== "").flatMap((base) => baseFindings(rule, base, both)),
    ...(both.excludesVirtual && rule.isWebhook ? notSent(rule, both) : []),
  ];
}

interface Version {
  readonly group: string;
  readonly version: string;
}

function baseFindings(rule: WrittenRule, base: string, both: BothVersions): Found[] {
  const { from, to } = both.upgraded;
  const before = [...versionsOf(base, both.before), ...rowVersions(base, from)];
  const now = [...versionsOf(base, both.now), ...rowVersions(base, to)];
  const matchedBefore = before.filter((one) => isNamed(one, rule));
  const matchedNow = now.filter((one) => isNamed(one, rule));
  if (matchedNow.length === 0)
    return matchedBefore.length === 0
      ? goneBefore(rule, base, both)
      : [gone(rule, base, matchedBefore, now, both)];
  return [
    ...newVersions(rule, base, { before, now, matchedNow }, both),
    ...newSubresources(rule, base, both),
  ];
}

const versionsOf = (plural: string, registry: Registry): Version[] =>
  registry.resources.flatMap((resource) =>
    resource.plural === plural ? resource.versions.map(({ group, version }) => ({ group, version })) : [],
  );

/** Versions that exist without being served by default, or that this program does not serve. */
const rowVersions = (plural: string, minor: number): Version[] =>
  API_VERSIONS.filter((row) => existsIn(row, minor) && pluralOf(row.kind) === plural);

const isNamed = ({ group, version }: Version, { groups, versions }: WrittenRule): boolean =>
  (groups.includes("*") || groups.includes(group)) && (versions.includes("*") || versions.includes(version));

const shown = ({ group, version }: Version): string => (group === "" ? version : `${group}/${version}`);

const list = (versions: readonly Version[]): string => [...new Set(versions.map(shown))].join(", ");

function gone(
  rule: WrittenRule,
  base: string,
  was: readonly Version[],
  now: readonly Version[],
  { upgraded: { to } }: BothVersions,
): Found {
  const successors = now.filter(({ group }) => rule.groups.includes("*") || rule.groups.includes(group));
  const better = successors.length > 0 ? successors : now;
  return {
    concern: "rule-not-served",
    cause: `a rule names ${base} in ${list(was)}, which ${named(to)} does not serve: it matches none of them any more`,
    change:
      better.length === 0
        ? `remove ${base} from the rule`
        : `name ${list(better)} in apiGroups and apiVersions`,
    place: placeOf(rule.of, [...rule.path, "apiVersions"]),
    example: [rule.owner],
  };
}

/** A rule that matched nothing before the upgrade either, because Kubernetes removed what it names. */
function goneBefore(rule: WrittenRule, base: string, { upgraded: { to } }: BothVersions): Found[] {
  const rows = API_VERSIONS.filter(
    (row) => pluralOf(row.kind) === base && row.removed <= to && isNamed(row, rule),
  );
  const [row] = rows;
  if (row === undefined) return [];
  const { group, version } = parseGroupVersion(row.replacement);
  return [
    {
      concern: "rule-not-served",
      severity: "note",
      cause: `a rule names ${base} in ${list(rows)}, which Kubernetes does not serve since ${named(Math.max(...rows.map(({ removed }) => removed)))}: it matches none of them, before the upgrade either`,
      change: row.replacement === "" ? `remove ${base} from the rule` : `name ${shown({ group, version })}`,
      place: placeOf(rule.of, [...rule.path, "apiVersions"]),
      example: [rule.owner],
    },
  ];
}

interface Sides {
  readonly before: readonly Version[];
  readonly now: readonly Version[];
  readonly matchedNow: readonly Version[];
}

/** With matchPolicy Equivalent, requests in other versions are converted to the one that the rule names. */
function newVersions(
  rule: WrittenRule,
  base: string,
  { before, now, matchedNow }: Sides,
  both: BothVersions,
): Found[] {
  if (rule.equivalent || rule.versions.includes("*")) return [];
  const groups = new Set(matchedNow.map(({ group }) => group));
  const missed = now.filter(
    (one) => groups.has(one.group) && !isNamed(one, rule) && !before.some((old) => shown(old) === shown(one)),
  );
  if (missed.length === 0) return [];
  return [
    {
      concern: "rule-misses",
      cause: `a rule with matchPolicy Exact names ${base} in ${list(matchedNow)}, and ${named(both.upgraded.to)} serves ${list(missed)} too: requests in it are not matched`,
      change: `add ${missed.map(({ version }) => version).join(", ")} to apiVersions, or write matchPolicy: Equivalent`,
      place: placeOf(rule.of, [...rule.path, "apiVersions"]),
      example: [rule.owner],
    },
  ];
}

function newSubresources(rule: WrittenRule, base: string, both: BothVersions): Found[] {
  const { from, to } = both.upgraded;
  const groupNamed = (group: string): boolean => rule.groups.includes("*") || rule.groups.includes(group);
  // A rule that names the resource itself.
  if (!rule.resources.includes(base)) return [];
  const isMatched = (name: string): boolean =>
    [`${base}/${name}`, `${base}/*`, "*/*", `*/${name}`].some((one) => rule.resources.includes(one));
  const found = both.now.resources
    .filter(({ plural, group }) => plural === base && groupNamed(group))
    .flatMap(({ group, subresources }) => {
      const old = both.before.resource(group, base);
      return old === undefined ? [] : [...subresources.keys()].filter((name) => !old.subresources.has(name));
    });
  const known = NEW_SUBRESOURCES.filter(
    ({ group, plural, since }) => plural === base && groupNamed(group) && from < since && since <= to,
  ).map(({ name }) => name);
  return [...new Set([...found, ...known])]
    .filter((name) => !isMatched(name))
    .map((name) => ({
      concern: "rule-misses",
      ...(name === "status" && { severity: "note" as const }),
      cause: `a rule names ${base}, and ${named(to)} has the new subresource ${base}/${name}: requests to it are not matched`,
      change: `add ${base}/${name} to resources, if it matters to the hook`,
      place: placeOf(rule.of, [...rule.path, "resources"]),
      example: [rule.owner],
    }));
}

/** Rules with `*` do not count: their authors may not have meant these resources. */
function notSent(rule: WrittenRule, { upgraded: { to } }: BothVersions): Found[] {
  const meant = excludedFromWebhooks({ apiGroups: rule.groups, resources: rule.resources });
  if (meant.length === 0) return [];
  return [
    {
      concern: "rule-not-sent",
      cause: `a rule names ${meant.join(", ")}, and ${named(to)} does not send them to webhooks`,
      gate: "ExcludeAdmissionWebhookVirtualResources",
      change:
        "use an authorization webhook or the audit log; --feature-gates=ExcludeAdmissionWebhookVirtualResources=false restores the old behavior for now",
      place: placeOf(rule.of, rule.path),
      example: [rule.owner],
    },
  ];
}
