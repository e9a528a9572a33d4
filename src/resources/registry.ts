import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import { addTo, groupBy } from "../async/groups.ts";
import { BINARY_MINOR } from "./features/emulated-version.ts";
import type { KindDefinition } from "./kind.ts";
import type { Registration, ResourceDefinition } from "./resource-definition.ts";

/** A resource and one of its versions. */
export interface FoundKind {
  readonly resource: ResourceDefinition;
  readonly kind: KindDefinition;
}

/** A group in discovery. */
export interface RegisteredGroup {
  /** Name of the group; "" for the core group. */
  readonly name: string;
  /** Versions in order of preference; the first is the preferred one. */
  readonly versions: readonly RegisteredVersion[];
}

interface RegisteredVersion {
  readonly version: string;
  /** Resources in the order of the reference: built-in ones in the order of declaration, custom ones by name. */
  readonly resources: readonly FoundKind[];
}

/** All existing kinds, as an immutable snapshot. A change creates a new snapshot. */
export interface Registry {
  readonly resources: readonly ResourceDefinition[];
  /** Minor version of Kubernetes whose API it is: 36 for 1.36. */
  readonly minor: number;
  /**
   * The core group first, then the groups in the order of `/apis`: built-in groups by priority, custom ones
   * by name.
   */
  readonly groups: readonly RegisteredGroup[];
  /** Finds a served resource by the names in a URL. */
  find(group: string, version: string, plural: string): FoundKind | undefined;
  /** Finds a resource in any version. */
  resource(group: string, plural: string): ResourceDefinition | undefined;
  /** Finds a kind by the names in an object. */
  kind(group: string, version: string, kind: string): KindDefinition | undefined;
  /** Like `kind`, with the resource of the kind. */
  findKind(group: string, version: string, kind: string): FoundKind | undefined;
  /** Like `findKind`; also finds versions that are not served. */
  findDeclared(group: string, version: string, kind: string): FoundKind | undefined;
  group(name: string): RegisteredGroup | undefined;
  /**
   * Returns all resources that share their objects with this one (the same storage location and subresource),
   * including itself, in the order of registration; empty for an unknown resource.
   */
  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[];
  /** Returns the kind of the objects in reviews of exactly this resource. */
  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined;
  /** Returns a registry with this resource, which replaces a resource of the same group and plural. */
  with(resource: ResourceDefinition): Registry;
  without(group: string, plural: string): Registry;
}

interface RegistryOptions {
  /** Groups that come first, in this order. */
  readonly groupOrder?: readonly string[];
  /** Minor version of Kubernetes whose API it is, `1.MINOR`; default: 36. */
  readonly minor?: number;
}

/** Creates a registry. If two resources have the same group and plural, the later one counts. */
export function createRegistry(
  resources: readonly ResourceDefinition[],
  options: RegistryOptions = {},
): Registry {
  return new RegistrySnapshot(resources, options);
}

const key = (group: string, version: string, name: string): string => `${group}/${version}/${name}`;
const nameKey = (group: string, plural: string): string => `${group}/${plural}`;

class RegistrySnapshot implements Registry {
  readonly resources: readonly ResourceDefinition[];
  readonly #options: RegistryOptions;
  readonly #byName = new Map<string, ResourceDefinition>();
  readonly #byPath = new Map<string, FoundKind>();
  readonly #byKind = new Map<string, FoundKind>();
  readonly #unserved = new Map<string, FoundKind>();
  #groups: readonly RegisteredGroup[] | undefined;
  #equivalence: Equivalence | undefined;

  constructor(resources: readonly ResourceDefinition[], options: RegistryOptions) {
    this.#options = options;
    for (const resource of resources) this.#byName.set(nameKey(resource.group, resource.plural), resource);
    this.resources = [...this.#byName.values()];
    for (const resource of this.resources) this.#index(resource);
  }

  #index(resource: ResourceDefinition): void {
    for (const kind of resource.versions) {
      const found = { resource, kind };
      this.#byPath.set(key(kind.group, kind.version, kind.plural), found);
      this.#byKind.set(key(kind.group, kind.version, kind.kind), found);
    }
    for (const kind of resource.unserved ?? [])
      this.#unserved.set(key(kind.group, kind.version, kind.kind), { resource, kind });
  }

  get minor(): number {
    return this.#options.minor ?? BINARY_MINOR;
  }

  get groups(): readonly RegisteredGroup[] {
    this.#groups ??= groupResources(this.resources, this.#options.groupOrder ?? []);
    return this.#groups;
  }

  find(group: string, version: string, plural: string): FoundKind | undefined {
    return this.#byPath.get(key(group, version, plural));
  }

  resource(group: string, plural: string): ResourceDefinition | undefined {
    return this.#byName.get(nameKey(group, plural));
  }

  kind(group: string, version: string, kind: string): KindDefinition | undefined {
    return this.findKind(group, version, kind)?.kind;
  }

  findKind(group: string, version: string, kind: string): FoundKind | undefined {
    return this.#byKind.get(key(group, version, kind));
  }

  findDeclared(group: string, version: string, kind: string): FoundKind | undefined {
    return this.findKind(group, version, kind) ?? this.#unserved.get(key(group, version, kind));
  }

  group(name: string): RegisteredGroup | undefined {
    return this.groups.find((group) => group.name === name);
  }

  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[] {
    return this.#equivalents.equivalentsOf(resource, subresource);
  }

  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined {
    return this.#equivalents.kindFor(resource, subresource);
  }

  get #equivalents(): Equivalence {
    this.#equivalence ??= new Equivalence(this.resources);
    return this.#equivalence;
  }

  with(resource: ResourceDefinition): Registry {
    const others = this.resources.filter((r) => r.group !== resource.group || r.plural !== resource.plural);
    return new RegistrySnapshot([...others, resource], this.#options);
  }

  without(group: string, plural: string): Registry {
    const others = this.resources.filter((r) => r.group !== group || r.plural !== plural);
    return new RegistrySnapshot(others, this.#options);
  }
}

const NONE: readonly GroupVersionResource[] = [];

/** Resources that share objects. Built at the first use, because most snapshots of a busy server never need it. */
class Equivalence {
  readonly #kinds = new Map<string, GroupVersionKind>();
  readonly #places = new Map<string, string>();
  readonly #sharing = new Map<string, GroupVersionResource[]>();

  constructor(resources: readonly ResourceDefinition[]) {
    for (const resource of resources) {
      for (const registration of resource.registrations ?? registrationsOf(resource))
        this.#register(resource, registration);
    }
  }

  #register(owner: ResourceDefinition, { resource, subresource, kind }: Registration): void {
    const name = nameOf(resource, subresource);
    const place = `${owner.custom ? `${owner.plural}.${owner.group}` : owner.storagePrefix} ${subresource}`;
    this.#kinds.set(name, kind);
    this.#places.set(name, place);
    addTo(this.#sharing, place, resource);
  }

  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[] {
    const place = this.#places.get(nameOf(resource, subresource));
    return place === undefined ? NONE : (this.#sharing.get(place) ?? NONE);
  }

  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined {
    return this.#kinds.get(nameOf(resource, subresource));
  }
}

const nameOf = ({ group, version, resource }: GroupVersionResource, subresource: string): string =>
  `${key(group, version, resource)}/${subresource}`;

/** Returns the registrations of built-in resources: every served version, with the kinds of its subresources. */
function registrationsOf(owner: ResourceDefinition): Registration[] {
  return owner.versions.flatMap((version) => {
    const { group, version: name, kind, plural } = version;
    const resource: GroupVersionResource = { group, version: name, resource: plural };
    const own: GroupVersionKind = { group, version: name, kind };
    const subresources = [...owner.subresources.values()].map(
      (sub): Registration => ({ resource, subresource: sub.name, kind: sub.kind ?? own }),
    );
    return [{ resource, subresource: "", kind: own }, ...subresources];
  });
}

function groupResources(
  resources: readonly ResourceDefinition[],
  order: readonly string[],
): readonly RegisteredGroup[] {
  const names = new Set(resources.flatMap((resource) => resource.versions.map(({ group }) => group)));
  const ordered = [
    ...order.filter((name) => names.has(name)),
    ...[...names].filter((name) => !order.includes(name)).sort(),
  ];
  const members = new Map<string, ResourceDefinition[]>(ordered.map((name) => [name, []]));
  for (const resource of resources) members.get(resource.group)?.push(resource);
  return ordered.map((name) => makeGroup(name, members.get(name) ?? [], !order.includes(name)));
}

function makeGroup(name: string, resources: readonly ResourceDefinition[], custom: boolean): RegisteredGroup {
  const found = resources.flatMap((resource) =>
    resource.versions.map((kind): FoundKind => ({ resource, kind })),
  );
  const byVersion = groupBy(found, ({ kind }) => kind.version);
  const versions = [...byVersion].map(([version, list]) => ({
    version,
    resources: custom ? list.sort((a, b) => (a.kind.plural < b.kind.plural ? -1 : 1)) : list,
  }));
  return {
    name,
    versions: custom ? versions.sort((a, b) => compareVersions(b.version, a.version)) : versions,
  };
}

const KUBE_VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/;
const STABILITY = { alpha: 0, beta: 1, stable: 2 } as const;

/**
 * Returns a positive number if `a` is preferred: stable before beta before alpha, higher numbers first; other
 * names come last, in alphabetical order.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [KUBE_VERSION.exec(a), KUBE_VERSION.exec(b)];
  if (left === null || right === null) return compareOddVersions(a, b, left !== null, right !== null);
  return (
    STABILITY[stability(left)] - STABILITY[stability(right)] ||
    Number(left[1]) - Number(right[1]) ||
    Number(left[3] ?? 0) - Number(right[3] ?? 0)
  );
}

const stability = (match: RegExpExecArray): keyof typeof STABILITY =>
  match[2] === "alpha" || match[2] === "beta" ? match[2] : "stable";

function compareOddVersions(a: string, b: string, aIsKube: boolean, bIsKube: boolean): number {
  if (aIsKube !== bIsKube) return aIsKube ? 1 : -1;
  return a < b ? 1 : a > b ? -1 : 0;
}
