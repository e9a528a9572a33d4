import { groupVersionOrNone } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { withSortedKeys } from "../../../api/object/key-order.ts";
import { badRequest, conflict } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import { type FieldError, invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import { type JsonObject, membersOf } from "../../../json/value.ts";
import { runSteps } from "../../loop/run-steps.ts";
import { annotate, type RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { boundClaims } from "../../service-accounts/claims.ts";
import type { TokenIssuer } from "../../service-accounts/token-issuer.ts";
import { type StoredLookup, storedOrNotFound } from "../read/stored-lookup.ts";
import type { Target } from "../target.ts";
import { transientKind } from "../transient-kinds.ts";
import { arrangedDocument } from "../write/seal.ts";
import { admitValidating } from "../write/steps/admit.ts";
import { ADMIT_TRANSIENT, READ_TRANSIENT } from "../write/steps/transient.ts";
import { Write } from "../write/steps/write.ts";
import type { Needs } from "../write/writes.ts";

/** Dependencies of TokenRequests. */
export interface TokenRequests extends Needs, StoredLookup {
  /** Signs tokens of service accounts. */
  readonly tokens: TokenIssuer;
  readonly uid: () => string;
}

const KIND = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** Lifetime that pods request; their tokens stay valid for a year, and their use after that hour is reported. */
const WARN_ONLY_SECONDS = 3607;
const EXTENDED_SECONDS = 365 * 24 * 3600;

interface TokenSpec extends JsonObject {
  audiences?: string[];
  expirationSeconds?: number;
  attestations?: JsonObject;
  boundObjectRef?: { apiVersion?: string; kind?: string };
}

interface ObjectRef {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/**
 * Answers the POST of a TokenRequest to a service account: signs a token, bound to the object that the
 * request names (kubernetes/pkg/registry/core/serviceaccount/storage/token.go, Create).
 */
export async function requestToken(
  requests: TokenRequests,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const kind = transientKind(KIND);
  const write = new Write(requests, context, target, kind);
  await runSteps(READ_REQUEST, write);
  const account = await accountOf(requests, target, write.object);
  fillIn(requests, write.object, account);
  refuseInvalid(write.object);
  await admitValidating(write);
  await grant(requests, context, write.object, account);
  return { kind: "object", status: 201, shownAs: kind, document: arrangedDocument(kind, write.object) };
}

const READ_REQUEST = [...READ_TRANSIENT, ...ADMIT_TRANSIENT];

/** Reads the account, which has to be the one that the body names. */
async function accountOf(
  lookup: StoredLookup,
  target: Target,
  { metadata }: KubeObject,
): Promise<KubeObject> {
  for (const field of ["name", "namespace"] as const) {
    const given = metadata[field];
    if (!given || given === target[field]) continue;
    const why = `must match the service account ${field} if specified`;
    throw invalidObject(KIND, target.name, [invalid(`metadata.${field}`, given, why)]);
  }
  const account = await storedOrNotFound(lookup, "serviceaccounts", target.namespace, target.name);
  const { uid } = metadata;
  if (uid && uid !== account.metadata.uid)
    throw conflict(
      { group: KIND.group, resource: KIND.kind },
      target.name,
      `the UID in the token request (${uid}) does not match the UID of the service account (${account.metadata.uid})`,
    );
  return account;
}

function fillIn(requests: TokenRequests, request: KubeObject, { metadata }: KubeObject): void {
  const spec = request.spec as TokenSpec;
  if ((spec.audiences ?? []).length === 0) spec.audiences = [...requests.tokens.audiences];
  request.metadata = {
    ...request.metadata,
    ...(metadata.name === undefined ? {} : { name: metadata.name }),
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    creationTimestamp: formatTime(requests.now()),
  };
  request.status = { token: "", expirationTimestamp: null };
}

function refuseInvalid(request: KubeObject): void {
  const seconds = (request.spec as TokenSpec).expirationSeconds ?? 0;
  const at = (detail: string): FieldError => invalid("spec.expirationSeconds", seconds, detail);
  const unbound = attestationErrors(request.spec as TokenSpec);
  if (unbound.length > 0) throw invalidObject(KIND, "", unbound);
  const errors = [
    ...(seconds < MIN_SECONDS ? [at("may not specify a duration less than 10 minutes")] : []),
    ...(seconds > MAX_SECONDS ? [at("may not specify a duration larger than 2^32 seconds")] : []),
  ];
  if (errors.length > 0) throw invalidObject(KIND, "", errors);
}

/** Attestations belong to tokens for webhooks (kubernetes/pkg/apis/authentication/validation, ValidateTokenRequest). */
function attestationErrors({ attestations = {}, boundObjectRef: bound }: TokenSpec): FieldError[] {
  const isForWebhook =
    bound?.apiVersion === "admissionregistration.k8s.io/v1" &&
    ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"].includes(bound.kind ?? "");
  if (isForWebhook || Object.keys(attestations).length === 0) return [];
  const problem = "attestations may only be specified with a webhook bound object reference";
  return [invalid("spec.attestations", withSortedKeys(attestations), problem)];
}

interface BoundTo {
  readonly pod?: KubeObject;
  readonly secret?: KubeObject;
  readonly node?: KubeObject;
}

async function grant(
  requests: TokenRequests,
  context: RequestContext,
  request: KubeObject,
  account: KubeObject,
): Promise<void> {
  const spec = request.spec as TokenSpec;
  const bound = await boundTo(requests, account, spec.boundObjectRef as unknown as ObjectRef | undefined);
  const seconds = shortened(requests, context, spec.expirationSeconds ?? 0);
  spec.expirationSeconds = seconds;
  const audiences = spec.audiences ?? [];
  const extended = isExtended(requests, bound, seconds, audiences);
  const now = Math.floor(requests.now() / 1000);
  const id = requests.uid();
  const claims = boundClaims({
    account,
    ...bound,
    audiences,
    now,
    expirationSeconds: extended ? EXTENDED_SECONDS : seconds,
    warnAfterSeconds: extended ? seconds : undefined,
    id,
  });
  const token = await requests.tokens.sign(claims);
  annotate(context, "authentication.kubernetes.io/issued-credential-id", `JTI=${id}`);
  request.status = { token, expirationTimestamp: formatTime((now + seconds) * 1000) };
}

function shortened({ tokens }: TokenRequests, { warnings }: RequestContext, seconds: number): number {
  const max = tokens.maxExpirationSeconds;
  if (max <= 0 || seconds <= max) return seconds;
  warnings.add(`requested expiration of ${seconds} seconds shortened to ${max} seconds`);
  return max;
}

const isExtended = (
  { tokens }: TokenRequests,
  { pod }: BoundTo,
  seconds: number,
  audiences: readonly string[],
): boolean =>
  tokens.extendExpiration &&
  pod !== undefined &&
  seconds === WARN_ONLY_SECONDS &&
  audiences.every((audience) => tokens.audiences.includes(audience));

async function boundTo(
  lookup: StoredLookup,
  account: KubeObject,
  ref: ObjectRef | undefined,
): Promise<BoundTo> {
  if (ref === undefined || ref === null) return {};
  const { group, version } = groupVersionOrNone(ref.apiVersion ?? "");
  const { namespace = "", name: accountName = "" } = account.metadata;
  const { kind = "", name = "" } = ref;
  if (group !== "" || !["Pod", "Node", "Secret"].includes(kind))
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  const plural = `${kind.toLowerCase()}s`;
  const object = await storedOrNotFound(lookup, plural, kind === "Node" ? "" : namespace, name);
  const podAccount = membersOf<{ serviceAccountName: string }>(object.spec).serviceAccountName ?? "";
  if (kind === "Pod" && podAccount !== accountName)
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(accountName)} to pod running with different serviceaccount name.`,
    );
  if (ref.uid && ref.uid !== object.metadata.uid)
    throw conflict(
      { group, resource: kind },
      name,
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  if (kind === "Secret") return { secret: object };
  return kind === "Node" ? { node: object } : { pod: object, ...(await nodeOfPod(lookup, object)) };
}

/** Returns the node of a pod for its token; only the name if the node is not registered. */
async function nodeOfPod(lookup: StoredLookup, pod: KubeObject): Promise<{ node?: KubeObject }> {
  const name = membersOf<{ nodeName: string }>(pod.spec).nodeName ?? "";
  if (name === "") return {};
  return { node: (await lookup.stored("nodes", "", name)) ?? { metadata: { name } } };
}
