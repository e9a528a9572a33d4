import { notAcceptable, StatusError } from "../../api/status.ts";

export type Encoding = "json" | "yaml";

/** What the client will take. */
export interface Accepted {
  readonly encoding: Encoding;
  readonly pretty: boolean;
  /** `as=Table` and its relatives; undefined: the object itself. */
  readonly as: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList" | undefined;
  /** Version of meta.k8s.io asked for: v1 or v1beta1. */
  readonly metaVersion: string;
}

interface Clause {
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
  let refused = false;
  for (const clause of parseAccept(accept)) {
    const encoding = encodingOf(clause.type);
    if (encoding === undefined) continue;
    const as = transformOf(clause.parameters);
    if (as === "unknown") refused = true;
    else return { encoding, pretty, as, metaVersion: clause.parameters.v ?? "v1" };
  }
  throw refused ? notAcceptable(`only the following media types are accepted: ${AVAILABLE}`) : notOffered();
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

function wantsPretty({ pretty, userAgent }: NegotiationInput): boolean {
  if (pretty !== null) return pretty.toLowerCase() !== "false" && pretty !== "0";
  return userAgent !== undefined && PRETTY_AGENTS.test(userAgent);
}

/** Highest quality first, the order of the header among equals. */
function parseAccept(accept: string): readonly Clause[] {
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
