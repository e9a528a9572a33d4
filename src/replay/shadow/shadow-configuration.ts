import type { ParamKind, ParamLookup } from "../../admission/ports.ts";
import type { KubeObject } from "../../api/meta.ts";
import { createBootedStorage, rememberBoot } from "../../cluster/booted-storage.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import type { Cause } from "../../explain/explanation.ts";
import { asker } from "../../explain/offline/ask.ts";
import { configurations, load, namespacesOf, write } from "../../explain/offline/load.ts";
import { type Manifest, manifestSources } from "../../explain/offline/manifests.ts";
import { type World, worldOf } from "../../explain/world.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { CONFIGURATIONS } from "../../server/admit/views/configurations.ts";
import type { Views } from "../../server/admit/views/views.ts";
import { isSameValue } from "./same-value.ts";

/**
 * A configuration that is not in effect: its objects replace those with the same name, and are added to all
 * others.
 */
export interface ShadowConfiguration {
  /** Returns the objects under a prefix of the store, with the replacements and additions. */
  over(prefix: string, live: readonly KubeObject[]): readonly KubeObject[];
  /** Returns the parameters of policies: first those of this configuration, then the stored ones. */
  params(live: ParamLookup): ParamLookup;
  /** True if this configuration has parameters of this kind. */
  hasParams(kind: string): boolean;
  /** Returns the state for explanations. */
  world(live: Cluster): World;
  /** Parts of the manifests that were not understood, or have no meaning here. */
  readonly problems: readonly Cause[];
  /** Number of configurations, policies and bindings. */
  readonly size: number;
  close(): Promise<void>;
}

/**
 * Reads manifests as a server stores them: validated, with defaults. `live` is the server in effect, whose
 * definitions are used, too; it is not changed.
 */
export async function readShadow(
  manifests: readonly Manifest[],
  live: Pick<Cluster, "views">,
): Promise<ShadowConfiguration> {
  const booted = createBootedStorage(Date.now());
  const cluster = await createCluster({ ...booted, plugins: [], authorizationModes: ["AlwaysAllow"] });
  await rememberBoot(booted.storage);
  const ask = asker(cluster);
  const own = configurations(manifests);
  const others = manifests.filter((one) => !own.includes(one));
  for (const definition of live.views.of(DEFINITIONS).list()) await write({ ...definition }, cluster, ask);
  for (const name of namespacesOf(manifests))
    await ask("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  const wanted = new Set(own.flatMap(({ object }) => paramKindOf(object) ?? []));
  for (const policy of POLICIES.flatMap((prefix) => live.views.of(prefix).list()))
    wanted.add(paramKindOf(policy) ?? "");
  const params = others.filter(({ object }) => wanted.has(String(object.kind)));
  const problems = [
    ...(await load(params, cluster, ask)),
    ...(await load(own, cluster, ask)),
    ...others.filter((one) => !params.includes(one)).map(withoutMeaning),
  ];
  const kinds = new Set(params.map(({ object }) => String(object.kind)));
  return {
    problems,
    size: CONFIGURATIONS.reduce((sum, prefix) => sum + cluster.views.of(prefix).list().length, 0),
    over: (prefix, there) => merged(there, cluster.views.of(prefix).list()),
    params: (there) => (kinds.size === 0 ? there : paramsOver(there, cluster.params)),
    hasParams: (kind) => kinds.has(kind),
    world: (server) => worldOver(server, cluster.views, manifests),
    close: () => cluster.stop(),
  };
}

const DEFINITIONS = "apiextensions.k8s.io/customresourcedefinitions";
const POLICIES = ["mutatingadmissionpolicies", "validatingadmissionpolicies"] as const;

function paramKindOf({ spec }: JsonObject | KubeObject): string | undefined {
  const { kind } = record(record(spec).paramKind);
  return typeof kind === "string" ? kind : undefined;
}

const withoutMeaning = ({ object, line }: Manifest): Cause => ({
  code: "invalid-configuration",
  of: `${String(object.kind)}/${String(record(object.metadata).name)}`,
  webhook: "",
  message:
    "it has no part in the shadow: webhook configurations, admission policies, their bindings and parameters have",
  saw: null,
  at: line([]),
  fix: "",
});

/**
 * Merges objects. A stored object is kept if the new one is equal: it is not a difference, and is compiled
 * already.
 */
function merged(live: readonly KubeObject[], own: readonly KubeObject[]): readonly KubeObject[] {
  const there = new Map(live.map((one) => [one.metadata.name ?? "", one]));
  for (const one of own) {
    const name = one.metadata.name ?? "";
    const before = there.get(name);
    if (before === undefined || !isSame(before, one)) there.set(name, one);
  }
  return [...there.values()];
}

const isSame = (a: KubeObject, b: KubeObject): boolean =>
  isSameValue(a.spec, b.spec) && isSameValue(a.webhooks, b.webhooks);

function paramsOver(live: ParamLookup, own: ParamLookup): ParamLookup {
  return {
    kind(kind) {
      const [there, given] = [live.kind(kind), own.kind(kind)];
      return there === undefined || given === undefined ? (there ?? given) : paramKindOver(there, given);
    },
  };
}

function paramKindOver(live: ParamKind, own: ParamKind): ParamKind {
  return {
    namespaced: live.namespaced,
    watched: live.watched,
    typed: live.typed,
    async get(namespace, name) {
      return (await own.get(namespace, name)) ?? live.get(namespace, name);
    },
    async list(namespace, matches) {
      const given = await own.list(namespace, () => true);
      const names = new Set(given.map(placeOf));
      const others = (await live.list(namespace, matches)).filter((one) => !names.has(placeOf(one)));
      return [...others, ...given.filter(({ metadata }) => matches(metadata.labels))];
    },
  };
}

const placeOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;

function worldOver(server: Cluster, views: Views, manifests: readonly Manifest[]): World {
  const there = worldOf(server, manifestSources(manifests));
  const own = worldOf({ ...server, views });
  return {
    ...there,
    stored: (kind, name) => own.stored(kind, name) ?? there.stored(kind, name),
    all: (kind) => merged(there.all(kind), own.all(kind)),
  };
}
