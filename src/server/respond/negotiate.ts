import { notAcceptable, type StatusError } from "../../api/status.ts";
import { oncePerObject } from "../../async/once.ts";
import { remembered } from "../../async/remembered.ts";
import { type Clause, parseAccept } from "./accept-header.ts";
import { type Encoding, MEDIA_TYPES } from "./media-types.ts";
import { ANSWERS, type Restrictions, type Transform } from "./restrictions.ts";

/** Form of a response that the client accepts and the endpoint has. */
export interface Accepted {
  readonly encoding: Encoding;
  readonly pretty: boolean;
  /** Target kind of the conversion (`as=`, `g=`, `v=`): Table and its relatives; undefined: none. */
  readonly transform: Transform | undefined;
}

/** Encodings in the order of preference: a wildcard selects the first that the endpoint allows. */
const OFFERED: readonly (readonly [Encoding, string])[] = [
  ["json", "json"],
  ["yaml", "yaml"],
  ["protobuf", "vnd.kubernetes.protobuf"],
];

const JSON_ANYTHING: Accepted = { encoding: "json", pretty: false, transform: undefined };

/** Common headers, which are answered without parsing. */
const SIMPLE: ReadonlySet<string> = new Set([
  "",
  "*/*",
  "application/json",
  "application/json, */*",
  "application/json,*/*",
]);

/**
 * Negotiates the `Accept` header with the forms of an endpoint
 * (apiserver/pkg/endpoints/handlers/negotiation/negotiate.go, NegotiateOutputMediaType); undefined if no form
 * fits.
 */
export function negotiate(accept: string, restrictions: Restrictions): Accepted | undefined {
  if (SIMPLE.has(accept)) return restrictions.allows(undefined, "json") ? JSON_ANYTHING : undefined;
  return chooserFor(restrictions)(accept);
}

type Chooser = (accept: string) => Accepted | undefined;

/** Cached choices per endpoint: clients repeat the same headers. */
const chooserFor = oncePerObject(
  (restrictions: Restrictions): Chooser =>
    remembered((accept) => choose(accept, restrictions), { entries: 200 }),
);

function choose(accept: string, restrictions: Restrictions): Accepted | undefined {
  for (const clause of parseAccept(accept)) {
    for (const [encoding, subtype] of OFFERED) {
      const accepted = fits(clause, subtype) ? acceptedAs(clause, encoding, restrictions) : undefined;
      if (accepted !== undefined) return accepted;
    }
  }
  return undefined;
}

const fits = (clause: Clause, subtype: string): boolean =>
  clause.type === "application"
    ? clause.subtype === subtype || clause.subtype === "*"
    : clause.type === "*" && clause.subtype === "*";

function acceptedAs(
  { parameters }: Clause,
  encoding: Encoding,
  restrictions: Restrictions,
): Accepted | undefined {
  const transform = transformOf(parameters);
  const stream = parameters.get("stream") ?? "";
  if (stream !== "" && (stream !== "watch" || encoding === "yaml")) return undefined;
  const serverVersion = parameters.get("sv") ?? "";
  if (serverVersion !== "" && serverVersion !== restrictions.serverVersion) return undefined;
  if (!restrictions.allows(transform, encoding)) return undefined;
  return { encoding, pretty: parameters.get("pretty") === "1", transform };
}

function transformOf(parameters: ReadonlyMap<string, string>): Transform | undefined {
  const [kind, group, version] = [parameters.get("as"), parameters.get("g"), parameters.get("v")];
  if (kind === undefined && group === undefined && version === undefined) return undefined;
  return { kind: kind ?? "", group: group ?? "", version: version ?? "" };
}

const ALL = Object.values(MEDIA_TYPES);

/** Builds the 406 of an endpoint with these media types; watches have fewer. */
export const nothingAcceptable = (mediaTypes: readonly string[] = ALL): StatusError =>
  notAcceptable(`only the following media types are accepted: ${mediaTypes.join(", ")}`);

/**
 * Negotiates the form of an answer that is not converted to another kind. Throws 406 if the client accepts
 * none.
 */
export function negotiateAnswer(accept: string): Accepted {
  const accepted = negotiate(accept, ANSWERS);
  if (accepted === undefined) throw nothingAcceptable();
  return accepted;
}
