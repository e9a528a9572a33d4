import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import { BINARY_MINOR } from "./features/emulated-version.ts";
import type { KindDefinition } from "./kind.ts";
import type { Registration, ResourceDefinition } from "./resource-definition.ts";

/** A resource together with one of its versions. */
export interface FoundKind {
  readonly resource: ResourceDefinition;
  readonly kind: KindDefinition;
}

/** A group as discovery shows it. */
export interface RegisteredGroup {
  /** "" for the core group. */
  readonly name: string;
  /** In order of preference; the first is the preferred one. */
  readonly versions: readonly RegisteredVersion[];
}

export interface RegisteredVersion {
  readonly version: string;
  /** In the order of the reference: built-in ones as declared, custom ones by name. */
  readonly resources: readonly FoundKind[];
}

/** Which kinds exist: an immutable snapshot. A change makes a new one. */
export interface Registry {
  readonly resources: readonly ResourceDefinition[];
  /** Of the Kubernetes version whose API it is: 36 for 1.36. */
  readonly minor: number;
  /** The core group first, then as `/apis` lists them: built-in groups by priority, custom ones by name. */
  readonly groups: readonly RegisteredGroup[];
  /** A served resource by the names in a URL. */
  find(group: string, version: string, plural: string): FoundKind | undefined;
  /** A resource in whatever version. */
  resource(group: string, plural: string): ResourceDefinition | undefined;
  /** A kind by the names in an object. */
  kind(group: string, version: string, kind: string): KindDefinition | undefined;
  /** As `kind`, with the resource that it belongs to. */
  findKind(group: string, version: string, kind: string): FoundKind | undefined;
  /** As `findKind`; the version may be one that is not served. */
  findDeclared(group: string, version: string, kind: string): FoundKind | undefined;
  group(name: string): RegisteredGroup | undefined;
  /**
   * All resources that share their objects with this one (the same storage location and subresource), itself among
   * them, in the order of registration; empty for what is unknown.
   */
  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[];
  /** The kind that reviews carry for exactly this resource. */
  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined;
  /** Takes the place of a resource of the same group and plural. */
  with(resource: ResourceDefinition): Registry;
  without(group: string, plural: string): Registry;
}

export interface RegistryOptions {
  /** Groups in this order come first. */
  readonly groupOrder?: readonly string[];
  /** Of the Kubernetes version whose API it is, `1.MINOR`; default: that of 1.36. */
  readonly minor?: number;
}

/** Of two resources with one group and plural the later one counts. */
export function createRegistry(
  resources: readonly ResourceDefinition[],
  options: RegistryOptions = {},
): Registry {
  return new RegistrySnapshot(resources, options);
}

const key = (...names: string[]): string => names.join("/");

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
    for (const resource of resources) this.#byName.set(key(resource.group, resource.plural), resource);
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
    return this.#byName.get(key(group, plural));
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

/** Who shares objects with whom. Made when first asked for: most snapshots of a busy server are never asked. */
class Equivalence {
  readonly #kinds = new Map<string, GroupVersionKind>();
  readonly #places = new Map<string, string>();
  readonly #sharing = new Map<string, GroupVersionResource[]>();

  constructor(resources: readonly ResourceDefinition[]) {
    for (const resource of resources) {
      for (const registration of resource.registrations ?? registrationsOf(resource)) {
        this.#register(resource, registration);
      }
    }
  }

  #register(owner: ResourceDefinition, { resource, subresource, kind }: Registration): void {
    const name = nameOf(resource, subresource);
    const place = `${owner.custom ? `${owner.plural}.${owner.group}` : owner.storagePrefix} ${subresource}`;
    this.#kinds.set(name, kind);
    this.#places.set(name, place);
    const sharing = this.#sharing.get(place);
    if (sharing === undefined) this.#sharing.set(place, [resource]);
    else sharing.push(resource);
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
  key(group, version, resource, subresource);

/** Built-in resources: every served version, with the subresources' own kinds. */
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
  const byVersion = new Map<string, FoundKind[]>();
  for (const resource of resources) {
    for (const kind of resource.versions) {
      const found = { resource, kind };
      const list = byVersion.get(kind.version);
      if (list === undefined) byVersion.set(kind.version, [found]);
      else list.push(found);
    }
  }
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
 * Above zero when `a` is preferred: stable before beta before alpha, higher numbers first; other names come last, by
 * the alphabet.
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
