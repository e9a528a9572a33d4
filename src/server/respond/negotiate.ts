import { remembered } from "../../api/remembered.ts";
import { notAcceptable, StatusError } from "../../api/status.ts";

export type Encoding = "json" | "yaml" | "protobuf";

/** What the client will take. */
export interface Accepted {
  readonly encoding: Encoding;
  readonly pretty: boolean;
  /** `as=Table` and its relatives; undefined: the object itself. */
  readonly as: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList" | undefined;
  /** Version of meta.k8s.io asked for: v1 or v1beta1. */
  readonly metaVersion: string;
  /** Of protobuf: what else the client takes, for answers that have no such form. Absent: nothing. */
  readonly otherwise?: Accepted;
}

export interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: Readonly<Record<string, string>>;
}

const JSON_ANYTHING: Accepted = { encoding: "json", pretty: false, as: undefined, metaVersion: "v1" };
const PRETTY_AGENTS = /^(curl|Wget|Mozilla\/)/;
const AVAILABLE = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

/** The common cases are decided without parsing. */
const SIMPLE = new Set(["*/*", "application/json", "application/json, */*", "application/json,*/*"]);

export interface NegotiationInput {
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  readonly pretty: string | null;
}

/** The `Accept` header against what we have (api-surface A.5); 406 when nothing fits. */
export function negotiate(input: NegotiationInput): Accepted {
  const pretty = wantsPretty(input);
  const accept = input.accept?.trim();
  if (accept === undefined || accept === "" || SIMPLE.has(accept))
    return pretty ? { ...JSON_ANYTHING, pretty } : JSON_ANYTHING;
  return pretty ? choose(accept, true) : choosePlain(accept);
}

/** Clients say the same again and again. */
const choosePlain = remembered((accept) => choose(accept, false), { entries: 200, longest: 1000 });

function choose(accept: string, pretty: boolean): Accepted {
  let refused = false;
  const clauses = parseAccept(accept);
  const pick = (protobuf: boolean): Accepted | undefined => {
    for (const clause of clauses) {
      const encoding = encodingOf(clause.type);
      if (encoding === undefined || (encoding === "protobuf" && !protobuf)) continue;
      const as = transformOf(clause.parameters);
      // Tables have no protobuf form.
      if (as === "unknown" || (encoding === "protobuf" && as === "Table")) refused = true;
      else
        return {
          encoding,
          pretty: pretty || clause.parameters.pretty === "1",
          as,
          metaVersion: clause.parameters.v ?? "v1",
        };
    }
    return undefined;
  };
  const best = pick(true);
  if (best?.encoding === "protobuf") {
    const otherwise = pick(false);
    return otherwise === undefined ? best : { ...best, otherwise };
  }
  if (best !== undefined) return best;
  throw refused ? notAcceptable(`only the following media types are accepted: ${AVAILABLE}`) : notOffered();
}

/** For an answer that has no protobuf form: what else the client takes; 406 when that is nothing. */
export function withoutProtobuf(accepted: Accepted): Accepted {
  if (accepted.encoding !== "protobuf") return accepted;
  if (accepted.otherwise === undefined)
    throw notAcceptable(`only the following media types are accepted: ${AVAILABLE}`);
  return accepted.otherwise;
}

/** The 406 that names what there is; its status is built by hand in the reference, too. */
function notOffered(): StatusError {
  return new StatusError({
    message: `406: Not Acceptable\n\nAvailable representations: ${AVAILABLE}`,
    reason: "NotAcceptable",
    details: {},
    code: 406,
  });
}

/** What Go's parser of booleans takes for true. */
const TRUTHS = new Set(["1", "t", "T", "TRUE", "true", "True"]);

function wantsPretty({ pretty, userAgent }: NegotiationInput): boolean {
  if (pretty !== null && pretty !== "") return TRUTHS.has(pretty);
  return userAgent !== undefined && PRETTY_AGENTS.test(userAgent);
}

/** Highest quality first, the order of the header among equals. */
export function parseAccept(accept: string): readonly Clause[] {
  const clauses = accept
    .split(",")
    .map(parseClause)
    .filter((c) => c.type !== "");
  return clauses.sort((a, b) => b.quality - a.quality);
}

export function parseClause(text: string): Clause {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters: Record<string, string> = {};
  for (const parameter of rest) {
    const [key = "", value = ""] = parameter.split("=");
    if (key !== "__proto__") parameters[key] = value;
  }
  const quality = parameters.q === undefined ? 1 : Number(parameters.q);
  return { type: type.toLowerCase(), quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

function encodingOf(type: string): Encoding | undefined {
  if (type === "application/vnd.kubernetes.protobuf") return "protobuf";
  if (type === "application/json" || type === "*/*" || type === "application/*") return "json";
  return type === "application/yaml" ? "yaml" : undefined;
}

function transformOf(parameters: Readonly<Record<string, string>>): Accepted["as"] | "unknown" {
  const { as, g, v } = parameters;
  if (as === undefined || as === "") return undefined;
  if (g !== "meta.k8s.io" || (v !== "v1" && v !== "v1beta1")) return "unknown";
  return as === "Table" || as === "PartialObjectMetadata" || as === "PartialObjectMetadataList"
    ? as
    : "unknown";
}

/** The media type of a request body; absent counts as JSON. */
export function bodyType(contentType: string | undefined): string {
  return contentType === undefined ? "application/json" : parseClause(contentType).type;
}
