import { membersOf } from "../../api/json.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { Views } from "../views/views.ts";
import { compileSchema, type MatchesSchema } from "./match-schema.ts";

/** To which flow schema, and so to which priority level, a request belongs. */
export interface Flow {
  readonly schemaUid: string;
  readonly levelUid: string;
  /** Its priority level limits nothing. */
  readonly exempt: boolean;
}

export type Classify = (info: RequestInfo, user: UserInfo) => Flow;

export const FLOW_VIEWS = ["flowschemas", "prioritylevelconfigurations"] as const;
const [SCHEMAS, LEVELS] = FLOW_VIEWS;
const CATCH_ALL = "catch-all";

/** Where even the schemas are missing that no server should be without. */
const NONE: Flow = { schemaUid: "", levelUid: "", exempt: false };

/** Flow schemas as they are now, compiled when they or the levels change. */
export function createClassifier(views: Views): Classify {
  const schemas = views.of(SCHEMAS);
  const levels = views.of(LEVELS);
  let compiled: readonly Entry[] | undefined;
  const forget = () => {
    compiled = undefined;
  };
  schemas.onChange(forget);
  levels.onChange(forget);
  return (info, user) => {
    compiled ??= compile(schemas.list(), (name) => levels.get("", name));
    const found = compiled.find(({ matches }) => matches(info, user));
    return (found ?? compiled.find(({ name }) => name === CATCH_ALL))?.flow ?? NONE;
  };
}

interface Entry {
  readonly name: string;
  readonly precedence: number;
  readonly matches: MatchesSchema;
  readonly flow: Flow;
}

/** Schemas whose level does not exist count as not there; of two with the same precedence the first by name is asked first. */
function compile(
  schemas: readonly KubeObject[],
  levelOf: (name: string) => KubeObject | undefined,
): readonly Entry[] {
  const entries = schemas.flatMap((schema): Entry[] => {
    const { name = "", uid: schemaUid = "" } = schema.metadata;
    const { priorityLevelConfiguration, matchingPrecedence = 0 } = membersOf<SchemaSpec>(schema.spec);
    const level = levelOf(priorityLevelConfiguration?.name ?? "");
    if (level === undefined) return [];
    const exempt = membersOf<{ type: string }>(level.spec).type === "Exempt";
    const flow = { schemaUid, levelUid: level.metadata.uid ?? "", exempt };
    return [{ name, precedence: matchingPrecedence, matches: compileSchema(schema), flow }];
  });
  return entries.sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1));
}

interface SchemaSpec {
  readonly priorityLevelConfiguration?: { name?: string };
  readonly matchingPrecedence?: number;
}
