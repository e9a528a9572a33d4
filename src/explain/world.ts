import type { ParamLookup } from "../admission/ports.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { AuthorizeUser } from "../cel/admission-variables.ts";
import type { EvaluateConditions } from "../cel/match-conditions.ts";
import { createConditionEvaluator } from "../cel/match-conditions.ts";
import type { Registry } from "../resources/registry.ts";
import { authorizeUser } from "../server/authorize/authorize-user.ts";
import type { Server } from "../server/server.ts";
import { CONFIGURATION_KINDS } from "../server/views/configurations.ts";
import type { Source, Sources } from "./sources.ts";

/** What an explanation looks at beside the request. */
export interface World {
  readonly registry: Registry;
  /** Where configurations were written: files, or what is stored. */
  readonly sources: Sources;
  namespace(name: string): KubeObject | undefined;
  /** Configurations, policies and bindings as they are stored, defaults applied. */
  stored(kind: string, name: string): KubeObject | undefined;
  all(kind: string): readonly KubeObject[];
  readonly evaluate: EvaluateConditions;
  readonly authorize: AuthorizeUser;
  readonly params: ParamLookup;
}

/** What of a server an explanation looks at. */
export type Explained = Pick<Server, "authorize" | "engine" | "registry" | "views" | "params">;

/** `files`: where things were written; what is not in them is looked for in the store. */
export function worldOf(server: Explained, files?: Sources): World {
  const { views, params } = server;
  const authorize = authorizeUser(server.authorize);
  const stored = (kind: string, name: string): KubeObject | undefined => {
    const prefix = CONFIGURATION_KINDS.get(kind);
    return prefix === undefined ? undefined : views.of(prefix).get("", name);
  };
  return {
    registry: server.registry(),
    sources: { find: (kind, name) => files?.find(kind, name) ?? storedSource(stored(kind, name)) },
    namespace: (name) => views.of("namespaces").get("", name),
    stored,
    all(kind) {
      const prefix = CONFIGURATION_KINDS.get(kind);
      return prefix === undefined ? [] : views.of(prefix).list();
    },
    evaluate: createConditionEvaluator({ authorize }),
    authorize,
    params,
  };
}

/** Places in what is stored are JSON pointers. */
const storedSource = (object: KubeObject | undefined): Source | undefined =>
  object && { object: object as unknown as JsonObject, line: () => undefined };
