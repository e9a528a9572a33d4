import { type FieldError, invalid, invalidObject, notSupported } from "../../../api/field-error.ts";
import type { JsonObject } from "../../../api/json.ts";
import { badRequest } from "../../../api/status.ts";
import { isTrue } from "../../accept/query-values.ts";
import type { RequestContext } from "../../request-context.ts";
import { readObjectBody, UnreadableBody } from "../write/read-body.ts";
import { dryRunErrors } from "../write/write-options.ts";

export type PropagationPolicy = "Foreground" | "Background" | "Orphan";

/** metav1.DeleteOptions, from the body or else from the query. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** Seconds; undefined when nothing was asked for. */
  readonly gracePeriodSeconds: number | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: PropagationPolicy | undefined;
  /** As admission shows it. */
  readonly given: JsonObject;
}

/** The options of a delete or deletecollection; a body wins over the query. Throws 400, 415 and 422. */
export async function parseDeleteOptions(context: RequestContext): Promise<DeleteOptions> {
  const body = await readBody(context);
  const given = body === undefined ? fromQuery(context.request.query) : fromBody(body);
  const errors = validate(given);
  if (errors.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
  return toOptions(given);
}

interface Given extends JsonObject {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
}

function toOptions(given: Given): DeleteOptions {
  return {
    dryRun: (given.dryRun ?? []).length > 0,
    gracePeriodSeconds: given.gracePeriodSeconds,
    uid: given.preconditions?.uid,
    resourceVersion: given.preconditions?.resourceVersion,
    orphanDependents: given.orphanDependents,
    propagationPolicy: given.propagationPolicy as PropagationPolicy | undefined,
    given,
  };
}

async function readBody(context: RequestContext): Promise<JsonObject | undefined> {
  const length = context.request.headers["content-length"];
  if (length === "0" || (length === undefined && context.request.headers["content-type"] === undefined))
    return undefined;
  try {
    const { value, bytes } = await readObjectBody(context);
    return bytes.length === 0 ? undefined : value;
  } catch (error) {
    if (error instanceof UnreadableBody && error.bytes.length === 0) return undefined;
    throw error instanceof UnreadableBody ? badRequest(error.message) : error;
  }
}

function fromBody(body: JsonObject): Given {
  const kind = typeof body.kind === "string" ? body.kind : "";
  if (kind !== "" && kind !== "DeleteOptions") {
    const version = typeof body.apiVersion === "string" ? body.apiVersion : "v1";
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(version)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const given: Given = {};
  for (const [name, type] of FIELDS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (!type.is(value))
      throw badRequest(
        `json: cannot unmarshal ${goKind(value)} into Go struct field DeleteOptions.${name} of type ${type.go}`,
      );
    given[name] = value;
  }
  return given;
}

const FIELDS: readonly (readonly [string, { go: string; is: (value: unknown) => boolean }])[] = [
  ["gracePeriodSeconds", { go: "int64", is: Number.isInteger }],
  ["preconditions", { go: "v1.Preconditions", is: (v) => typeof v === "object" && !Array.isArray(v) }],
  ["orphanDependents", { go: "bool", is: (v) => typeof v === "boolean" }],
  ["propagationPolicy", { go: "v1.DeletionPropagation", is: (v) => typeof v === "string" }],
  ["dryRun", { go: "[]string", is: Array.isArray }],
];

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function fromQuery(query: URLSearchParams): Given {
  const grace = query.get("gracePeriodSeconds");
  if (grace !== null && !/^[-+]?\d+$/.test(grace))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  const orphan = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  const dryRun = query.getAll("dryRun");
  const preconditions = preconditionsOf(query);
  return {
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(orphan === null ? {} : { orphanDependents: isTrue(orphan) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(dryRun.length === 0 ? {} : { dryRun }),
  };
}

/** `?uid=` and `?resourceVersion=`: the latter for each item of a collection too, which it was listed at. */
function preconditionsOf(query: URLSearchParams): Given["preconditions"] {
  const uid = query.get("uid") ?? "";
  const resourceVersion = query.get("resourceVersion") ?? "";
  if (uid === "" && resourceVersion === "") return undefined;
  return { ...(uid === "" ? {} : { uid }), ...(resourceVersion === "" ? {} : { resourceVersion }) };
}

function validate(given: Given): FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy: policy, orphanDependents, dryRun } = given;
  if (policy !== undefined && orphanDependents !== undefined)
    errors.push(
      invalid("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"),
    );
  if (policy !== undefined && !["Foreground", "Background", "Orphan"].includes(policy))
    errors.push(unknownPolicy(policy));
  errors.push(...dryRunErrors(dryRun ?? []));
  return errors;
}

/** The one list of supported values that the reference does not sort. */
function unknownPolicy(policy: string): FieldError {
  const { message } = notSupported("propagationPolicy", policy, []);
  return {
    reason: "FieldValueNotSupported",
    field: "propagationPolicy",
    message: `${message}: supported values: "Foreground", "Background", "Orphan", "nil"`,
  };
}
