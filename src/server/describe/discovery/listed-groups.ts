import type { KubeObject } from "../../../api/meta.ts";
import { groupBy } from "../../../async/groups.ts";
import { membersOf } from "../../../json/value.ts";
import type { ResourceGroup } from "../../../resources/define/resource-group.ts";
import { BUILTIN_GROUPS } from "../../../resources/kinds/index.ts";
import { compareVersions, type FoundKind, type Registry } from "../../../resources/registry.ts";
import type { APIServiceSpec } from "../../../types/tables/apiregistration/v1-types.ts";
import type { Views } from "../../admit/views/views.ts";
import type { DiscoveredResources } from "../../aggregation/discovered-resources.ts";
import type { RemoteDiscovery } from "../../aggregation/remote-discovery.ts";
import { API_SERVICES, remoteService } from "../../aggregation/remote-services.ts";
import type { Kinds } from "../../kinds.ts";

/** Group in lists of groups: with the versions that other servers have. */
export interface ListedGroup {
  readonly name: string;
  /** In order of preference; the first is the preferred one. */
  readonly versions: readonly ListedVersion[];
}

/** A version of a group in lists of groups. */
export interface ListedVersion {
  readonly version: string;
  /** Resources of this server; undefined: another server has them. */
  readonly resources: readonly FoundKind[] | undefined;
  /** Resources of the other server in the aggregated form; undefined: unknown. */
  readonly remote?: DiscoveredResources | undefined;
}

/** All groups except the core group, in the orders of both forms of discovery. */
export interface ListedGroups {
  /** Groups in the order of `/apis`: groups of equal priority are ordered by the names of their APIServices. */
  readonly legacy: readonly ListedGroup[];
  /** Groups in the order of the aggregated form: groups of equal priority are ordered by their names. */
  readonly aggregated: readonly ListedGroup[];
}

/** Dependencies of discovery. */
export interface Discovery extends Kinds {
  readonly views: Views;
  readonly remoteDiscovery: RemoteDiscovery;
  /** Host and port under which clients reach the server; undefined: those of the client's request. */
  readonly serverAddress: string | undefined;
}

interface Known extends ListedGroups {
  readonly generation: string;
}

const known = new WeakMap<Registry, Known>();

/** Returns the groups, cached for a state of the registry and of the APIServices. */
export function listedGroups({ registry, views, remoteDiscovery }: Discovery): ListedGroups {
  const services = views.of(API_SERVICES);
  const generation = `${services.generation}/${remoteDiscovery.generation}`;
  const now = registry();
  const earlier = known.get(now);
  if (earlier?.generation === generation) return earlier;
  const all = listedServices(
    now,
    services.list().filter((object) => remoteService(object) !== undefined),
    remoteDiscovery,
  );
  const made: Known = {
    generation,
    legacy: grouped([...all].sort(byServiceName)),
    aggregated: grouped([...all].sort(byGroupName)),
  };
  known.set(now, made);
  return made;
}

/** The group of `legacy` with this name; undefined if it is not served. */
export const listedGroup = (discovery: Discovery, name: string): ListedGroup | undefined =>
  listedGroups(discovery).legacy.find((group) => group.name === name);

/** One version of a group, from its APIService. */
interface ListedService extends ListedVersion {
  readonly group: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

const BUILTIN: ReadonlyMap<string, ResourceGroup> = new Map(
  BUILTIN_GROUPS.map((group) => [group.name, group]),
);

/** Priority of the aggregator's own group, which has no APIService and is first. */
const FIRST = Number.POSITIVE_INFINITY;
/** kubernetes/pkg/controlplane/controller/crdregistration/crdregistration_controller.go, handleVersionUpdate. */
const CUSTOM = { groupPriority: 1000, versionPriority: 100 };
const USUAL_VERSION_PRIORITY = 15;

function listedServices(
  registry: Registry,
  elsewhere: readonly KubeObject[],
  discovery: RemoteDiscovery,
): ListedService[] {
  const all = new Map<string, ListedService>();
  const add = (service: ListedService): unknown => all.set(serviceName(service), service);
  for (const { name: group, versions } of registry.groups)
    if (group !== "")
      for (const { version, resources } of versions)
        add({ group, version, resources, ...prioritiesOf(group, version) });
  for (const { spec } of elsewhere) {
    const { group = "", version = "", ...priorities } = membersOf<APIServiceSpec>(spec);
    const { groupPriorityMinimum: groupPriority = 0, versionPriority = 0 } = priorities;
    const remote = discovery.resourcesOf(group, version);
    if (group !== "") add({ group, version, groupPriority, versionPriority, resources: undefined, remote });
  }
  return [...all.values()];
}

function prioritiesOf(group: string, version: string): typeof CUSTOM {
  const builtin = BUILTIN.get(group);
  if (builtin === undefined) return CUSTOM;
  const versionPriority = builtin.versionPriority?.[version] ?? USUAL_VERSION_PRIORITY;
  return { groupPriority: builtin.priority ?? FIRST, versionPriority };
}

const serviceName = ({ group, version }: ListedService): string => `${version}.${group}`;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares priorities without a difference of equal ones: Infinity minus Infinity is NaN. */
const byPriority = (a: ListedService, b: ListedService): number =>
  a.groupPriority === b.groupPriority ? 0 : b.groupPriority - a.groupPriority;

const byServiceName = (a: ListedService, b: ListedService): number =>
  byPriority(a, b) || compareTexts(serviceName(a), serviceName(b));

const byGroupName = (a: ListedService, b: ListedService): number =>
  byPriority(a, b) || compareTexts(a.group, b.group);

/** Groups the versions. The position of a group is that of its first version. */
function grouped(services: readonly ListedService[]): ListedGroup[] {
  const groups = groupBy(services, ({ group }) => group);
  return [...groups].map(([name, members]) => ({ name, versions: members.sort(byVersionPriority) }));
}

const byVersionPriority = (a: ListedService, b: ListedService): number =>
  b.versionPriority - a.versionPriority || compareVersions(b.version, a.version);
