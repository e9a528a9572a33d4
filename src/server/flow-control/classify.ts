import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { oncePerObject } from "../../async/once.ts";
import { membersOf } from "../../json/value.ts";
import { mandatoryFlowControl } from "../../resources/boot/flow-control.ts";
import type { FlowSchemaSpec } from "../../types/tables/flowcontrol/v1-types.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import { Flow } from "./flow.ts";
import type { PriorityLevel } from "./levels/priority-level.ts";
import { compileSchema, type MatchesSchema } from "./match-schema.ts";
import type { FlowCounts } from "./queues/flow-counts.ts";

/** A flow schema, compiled. */
export interface Entry {
  readonly name: string;
  readonly precedence: number;
  readonly matches: MatchesSchema;
  readonly flow: Flow;
}

/** Lookups that the compilation of a schema needs. */
export interface SchemaParts {
  levelOf(name: string): PriorityLevel | undefined;
  countsOf(level: string, schema: string): FlowCounts;
}

const CATCH_ALL = "catch-all";

/**
 * Compiles schemas in the order in which they are tried: by precedence, then by name. A schema whose level
 * does not exist is ignored. The mandatory schemas always exist: `exempt` first, `catch-all` last.
 */
export function compileSchemas(schemas: readonly KubeObject[], parts: SchemaParts): readonly Entry[] {
  const entries = schemas.flatMap((schema) => compile(schema, parts));
  entries.sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1));
  const missing = mandatoryFlowControl("FlowSchema").filter(
    ({ metadata }) => !entries.some(({ name }) => name === metadata.name),
  );
  const imagined = missing.flatMap((schema) => compile(schema, parts));
  return [
    ...imagined.filter(({ name }) => name !== CATCH_ALL),
    ...entries,
    ...imagined.filter(({ name }) => name === CATCH_ALL),
  ];
}

function compile(schema: KubeObject, { levelOf, countsOf }: SchemaParts): Entry[] {
  const { name = "", uid = "" } = schema.metadata;
  const spec = membersOf<FlowSchemaSpec>(schema.spec);
  const level = levelOf(spec.priorityLevelConfiguration?.name ?? "");
  if (level === undefined) return [];
  const { type } = spec.distinguisherMethod ?? {};
  const distinguisher = type === "ByUser" || type === "ByNamespace" ? type : undefined;
  const flow = new Flow(uid, level, countsOf(level.name, name), distinguisher);
  return [{ name, precedence: spec.matchingPrecedence ?? 0, matches: matcherOf(schema), flow }];
}

/**
 * Compiled matchers by state of a schema. They are kept so that a change of one of many schemas does not
 * compile all of them.
 */
const matcherOf: (schema: KubeObject) => MatchesSchema = oncePerObject(compileSchema);

/** Returns the flow of a request. A request that matches no schema belongs to `catch-all`. */
export function flowOf(entries: readonly Entry[], info: RequestInfo, user: UserInfo): Flow | undefined {
  for (const { matches, flow } of entries) if (matches(info, user)) return flow;
  return entries.find(({ name }) => name === CATCH_ALL)?.flow;
}
