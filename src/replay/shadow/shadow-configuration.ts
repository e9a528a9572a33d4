import type { ParamKind, ParamLookup } from "../../admission/ports.ts";
import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { createBootedStorage, rememberBoot } from "../../cluster/booted-storage.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import type { Cause } from "../../explain/explanation.ts";
import { asker } from "../../explain/offline/ask.ts";
import { configurations, load, namespacesOf, write } from "../../explain/offline/load.ts";
import { type Manifest, manifestSources } from "../../explain/offline/manifests.ts";
import { type World, worldOf } from "../../explain/world.ts";
import { CONFIGURATIONS } from "../../server/views/configurations.ts";
import type { Views } from "../../server/views/views.ts";
import { isSameValue } from "./same-value.ts";

/** What is not in effect: objects that take the place of those of the same name, and come on top of all others. */
export interface ShadowConfiguration {
  /** Of a prefix of the store: what there would be, in the place of what there is. */
  over(prefix: string, live: readonly KubeObject[]): readonly KubeObject[];
  /** Parameters of policies: those that are given, then those that are there. */
  params(live: ParamLookup): ParamLookup;
  /** Whether there are other parameters of this kind. */
  hasParams(kind: string): boolean;
  /** Where an explanation looks. */
  world(live: Cluster): World;
  /** What of the manifests was not understood, or has no meaning here. */
  readonly problems: readonly Cause[];
  /** How many configurations, policies and bindings there are. */
  readonly size: number;
  close(): Promise<void>;
}

/**
 * Reads manifests as a server stores them: checked, with defaults. `live`: the server that is in effect; its definitions
 * are known here too. Nothing of that server changes.
 */
export async function readShadow(
  manifests: readonly Manifest[],
  live: Pick<Cluster, "views">,
): Promise<ShadowConfiguration> {
  const storage = createBootedStorage(Date.now());
  const cluster = await createCluster({ storage, plugins: [], authorizationModes: ["AlwaysAllow"] });
  await rememberBoot(storage);
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
  const { paramKind } = (spec ?? {}) as { readonly paramKind?: { readonly kind?: unknown } | null };
  return typeof paramKind?.kind === "string" ? paramKind.kind : undefined;
}

const withoutMeaning = ({ object, line }: Manifest): Cause => ({
  code: "invalid-configuration",
  of: `${String(object.kind)}/${String((object as KubeObject).metadata?.name)}`,
  webhook: "",
  message:
    "it has no part in the shadow: webhook configurations, admission policies, their bindings and parameters have",
  saw: null,
  at: line([]),
  fix: "",
});

/** What says the same as what is there is what is there: then it is no difference, and compiled already. */
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
