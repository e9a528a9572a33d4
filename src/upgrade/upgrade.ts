import { parseGroupVersion } from "../api/group-version.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { text } from "../json/value.ts";
import { counted } from "../replay/report/replay-report.ts";
import { clusterSettings } from "./cluster-settings.ts";
import { FindingCollector } from "./collect-findings.ts";
import {
  type ComponentSettings,
  componentSettings,
  embeddedConfigurations,
} from "./components/component-settings.ts";
import { fieldFindings } from "./components/configuration-findings.ts";
import { flagFindings } from "./components/flag-findings.ts";
import { gateFindings } from "./components/gate-findings.ts";
import type { UpgradeInput } from "./input.ts";
import { expressionFindings } from "./manifests/expression-findings.ts";
import { manifestVersion } from "./manifests/not-served.ts";
import { ruleFindings } from "./manifests/rule-findings.ts";
import { writtenRules } from "./manifests/rules.ts";
import { type BothServers, Rehearsal, type RehearsalCounts } from "./rehearsal.ts";
import { UNKNOWN, type UpgradeReport } from "./report/upgrade-report.ts";
import { usedFindings } from "./requests/used-findings.ts";
import { UsedVersions } from "./requests/used-versions.ts";
import { GateFinder } from "./versions/find-gate.ts";
import { emulatedFrom, named } from "./versions/upgraded.ts";
import {
  type ChangedGate,
  type ClusterSettings,
  changedGatesBetween,
  startVersion,
} from "./versions/version-server.ts";

/**
 * Rehearses an upgrade: decides requests and creates objects with both versions, and compares rules, expressions, feature
 * gates, flags and API versions with what the new version has. Throws the errors of `source`.
 */
export async function upgrade(input: UpgradeInput): Promise<UpgradeReport> {
  const { upgraded, source } = input;
  const collector = new FindingCollector(input.mostIds);
  const all = [...input.manifests, ...(await embeddedConfigurations(input.manifests))];
  const components = componentSettings(all);
  addStatic(collector, all, components, input);
  const used = (await source?.used()) ?? new UsedVersions();
  const settings = clusterSettings(input, components, used);
  const from = emulatedFrom(upgraded);
  if (from >= upgraded.to) return reportOf(input, collector, { changed: [] });
  const changed = changedGatesBetween(from, upgraded.to, settings.gates);
  const servers = await startBoth(from, upgraded.to, settings, changed);
  try {
    const rehearsal = new Rehearsal(servers, upgraded, collector);
    await compareManifests(input, servers, changed, collector, rehearsal);
    const [before, now] = [servers.before.cluster.registry(), servers.now.cluster.registry()];
    for (const one of used.all())
      for (const found of usedFindings(one, upgraded, before, now)) collector.add(found);
    if (source !== undefined) for await (const request of source.requests()) await rehearsal.request(request);
    return reportOf(input, collector, { changed, counts: rehearsal.counts });
  } finally {
    await Promise.all([servers.before.close(), servers.now.close(), servers.gates.close()]);
  }
}

/** Adds findings of the tables, which need no server. */
function addStatic(
  collector: FindingCollector,
  manifests: readonly Manifest[],
  components: readonly ComponentSettings[],
  { upgraded }: UpgradeInput,
): void {
  for (const manifest of manifests) {
    const version = manifestVersion(manifest, upgraded);
    if (version !== undefined) collector.add(version);
    for (const found of fieldFindings(manifest, upgraded)) collector.add(found);
  }
  for (const one of components)
    for (const found of [...gateFindings(one, upgraded), ...flagFindings(one, upgraded)])
      collector.add(found);
}

async function startBoth(
  from: number,
  to: number,
  settings: ClusterSettings,
  changed: readonly ChangedGate[],
): Promise<BothServers> {
  const before = await startVersion(from, settings);
  const now = await startVersion(to, current(settings));
  return {
    before,
    now,
    gates: new GateFinder(changed, (reverted) => startVersion(to, current(settings), reverted)),
  };
}

const REGISTRATION = "admissionregistration.k8s.io";

/** Stored policies stay in effect when their version is no longer served: the new server has them in v1. */
function current(settings: ClusterSettings): ClusterSettings {
  const manifests = settings.manifests.map((manifest): Manifest => {
    const { group, version } = parseGroupVersion(text(manifest.object.apiVersion));
    if (group !== REGISTRATION || version === "v1" || !text(manifest.object.kind).includes("AdmissionPolicy"))
      return manifest;
    return { ...manifest, object: { ...manifest.object, apiVersion: `${REGISTRATION}/v1` } };
  });
  return { ...settings, manifests };
}

async function compareManifests(
  { upgraded, manifests }: UpgradeInput,
  { before, now }: BothServers,
  changed: readonly ChangedGate[],
  collector: FindingCollector,
  rehearsal: Rehearsal,
): Promise<void> {
  const registries = [before.cluster.registry(), now.cluster.registry()] as const;
  const both = {
    upgraded,
    before: registries[0],
    now: registries[1],
    excludesVirtual: changed.some(({ gate, before }) => gate === EXCLUDES_VIRTUAL && !before),
  };
  for (const rule of writtenRules(manifests))
    for (const found of ruleFindings(rule, both)) collector.add(found);
  for (const manifest of manifests) {
    for (const found of expressionFindings(manifest, upgraded, ...registries)) collector.add(found);
    await rehearsal.object(manifest);
  }
}

/** The gate that keeps reviews of tokens and rights from webhooks. */
const EXCLUDES_VIRTUAL = "ExcludeAdmissionWebhookVirtualResources";

interface Result {
  readonly changed: readonly ChangedGate[];
  readonly counts?: RehearsalCounts;
}

function reportOf(
  { upgraded, source, manifests, notes }: UpgradeInput,
  collector: FindingCollector,
  { changed, counts }: Result,
): UpgradeReport {
  return {
    apiVersion: "upgrade.sallyport/v1",
    kind: "Report",
    from: named(upgraded.from),
    to: named(upgraded.to),
    recording: source?.name ?? "",
    requests: { total: counts?.requests ?? 0, same: counts?.same ?? 0, notServed: counts?.notServed ?? 0 },
    objects: { total: manifests.length, created: counts?.objects ?? 0 },
    findings: collector.findings(),
    gates: changed.map(({ gate, before, now }) => ({
      gate,
      before,
      after: !before,
      locked: now?.isLocked === true,
    })),
    undecided: counted(counts?.undecided),
    assumed: counted(counts?.assumed),
    notes: [...notes, ...notesOf(upgraded.from, emulatedFrom(upgraded), counts, collector)],
    unknown: UNKNOWN,
  };
}

function notesOf(
  from: number,
  emulated: number,
  counts: RehearsalCounts | undefined,
  { ungrouped }: FindingCollector,
): string[] {
  return [
    ...(from < emulated
      ? [
          `${named(emulated)} decides in the place of ${named(from)}: only the tables of API versions know older versions`,
        ]
      : []),
    ...(counts === undefined || counts.recordedOtherwise === 0
      ? []
      : [
          `${counts.recordedOtherwise} requests are decided otherwise by ${named(emulated)} here than was recorded: the objects may not be those of the cluster`,
        ]),
    ...(counts === undefined || counts.refusedByBoth === 0
      ? []
      : [`${counts.refusedByBoth} objects are refused by both versions`]),
    ...(ungrouped === 0 ? [] : [`${ungrouped} further findings, because there are too many causes`]),
  ];
}
