import { allManifests, type Manifest } from "../admission/manifests/manifest.ts";
import type { ParamLookup } from "../admission/ports.ts";
import type { KubeObject } from "../api/meta.ts";
import type { EvaluateConditions } from "../cel/kubernetes/match-conditions.ts";
import { createConditionEvaluator } from "../cel/kubernetes/match-conditions.ts";
import type { Registry } from "../resources/registry.ts";
import { CONFIGURATION_KINDS } from "../server/admit/views/configurations.ts";
import { API_SERVICES, remoteService } from "../server/aggregation/remote-services.ts";
import { authorizeUser } from "../server/authorize/authorize-user.ts";
import type { Server } from "../server/server.ts";
import { linesOf } from "./offline/manifest-lines.ts";
import type { Source, Sources } from "./sources.ts";

/** State that an explanation reads besides the request. */
export interface World {
  readonly registry: Registry;
  /** Places where configurations were written: files, or stored objects. */
  readonly sources: Sources;
  namespace(name: string): KubeObject | undefined;
  /** Configurations, policies and bindings as they are stored, or in manifests, defaults applied. */
  stored(kind: string, name: string): KubeObject | undefined;
  all(kind: string): readonly KubeObject[];
  /** The CustomResourceDefinitions that are stored, established or not. */
  definitions(): readonly KubeObject[];
  /** Returns the APIService that passes requests for a group and version on to another API server. */
  remoteService(group: string, version: string): KubeObject | undefined;
  /** Roles and bindings, as they are stored. */
  readonly rights: Rights;
  /** True if the configurations are manifests of the reader, who may see all of them. */
  readonly ownManifests: boolean;
  readonly evaluate: EvaluateConditions;
  readonly params: ParamLookup;
  /** Returns a hint on how to reach a Service (`namespace/name`) that has no running container behind it. */
  serviceHint(name: string): string;
}

interface Rights {
  role(namespace: string, name: string): KubeObject | undefined;
  clusterRole(name: string): KubeObject | undefined;
  /** Those of all namespaces. */
  roleBindings(): readonly KubeObject[];
  clusterRoleBindings(): readonly KubeObject[];
}

/** The parts of a server that an explanation reads. */
export type Explained = Pick<Server, "authorize" | "engine" | "registry" | "views" | "params">;

/**
 * Returns the state of a server. `files` has the sources of objects; objects that are not in it are looked up
 * in the store.
 */
export function worldOf(server: Explained, files?: Sources): World {
  const { views, params } = server;
  const manifests = allManifests(server.engine.plan.manifests);
  const manifest = (kind: string, name: string): Manifest | undefined =>
    manifests.find(({ object }) => object.kind === kind && object.metadata.name === name);
  const stored = (kind: string, name: string): KubeObject | undefined => {
    const prefix = CONFIGURATION_KINDS.get(kind);
    if (prefix === undefined) return undefined;
    return views.of(prefix).get("", name) ?? manifest(kind, name)?.object;
  };
  const source = (kind: string, name: string): Source | undefined => {
    const own = manifest(kind, name);
    return own === undefined ? storedSource(stored(kind, name)) : manifestSource(own);
  };
  return {
    registry: server.registry(),
    sources: {
      find: (kind, name) => files?.find(kind, name) ?? source(kind, name),
      names: (kind) => files?.names?.(kind) ?? [],
    },
    namespace: (name) => views.of("namespaces").get("", name),
    stored,
    all(kind) {
      const prefix = CONFIGURATION_KINDS.get(kind);
      const own = manifests.flatMap(({ object }) => (object.kind === kind ? object : []));
      return prefix === undefined ? [] : [...views.of(prefix).list(), ...own];
    },
    definitions: () => views.of("apiextensions.k8s.io/customresourcedefinitions").list(),
    remoteService: (group, version) =>
      views
        .of(API_SERVICES)
        .list()
        .find((object) => {
          const service = remoteService(object);
          return service?.group === group && service.version === version;
        }),
    rights: {
      role: (namespace, name) => views.of("roles").get(namespace, name),
      clusterRole: (name) => views.of("clusterroles").get("", name),
      roleBindings: () => views.of("rolebindings").list(),
      clusterRoleBindings: () => views.of("clusterrolebindings").list(),
    },
    ownManifests: files !== undefined,
    evaluate: createConditionEvaluator({ authorize: authorizeUser(server.authorize) }),
    params,
    serviceHint: (name) =>
      `no container runs behind a Service here: --service ${name}=HOST:PORT says where the webhook is`,
  };
}

/** Source whose places are lines of the manifest's file. */
function manifestSource({ object, file, text, linesBefore, base }: Manifest): Source {
  const lineOf = linesOf({ text, linesBefore });
  return {
    object,
    line: (path) => `${file}:${lineOf([...base, ...path])}`,
  };
}

/** Source whose places are JSON pointers. */
const storedSource = (object: KubeObject | undefined): Source | undefined =>
  object && { object, line: () => undefined };
