import type { KubeObject } from "../../../../api/meta.ts";
import { formatTime } from "../../../../api/time.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { repetitionsIn } from "../../../../api/validation/repetitions.ts";
import { quote } from "../../../../go/quote.ts";
import { type JsonObject, record } from "../../../../json/value.ts";
import type {
  CertificateSigningRequestCondition as RequestCondition,
  CertificateSigningRequestStatus as RequestStatus,
  CertificateSigningRequest as SigningRequest,
} from "../../../../types/tables/certificates/v1-types.ts";
import { keepField, strategy, view } from "../../../define/strategy.ts";
import { repeatMeta } from "../../../define/update-order.ts";
import type { WriteContext } from "../../../strategy.ts";
import { checkSignerName } from "../../shared/signers/signer-name.ts";
import { certificateProblem, certificateRequestProblem } from "./certificate-request.ts";

/** Changes that an endpoint allows. */
interface Rights {
  readonly approval: boolean;
  readonly certificate: boolean;
}

const LEGACY_SIGNER = "kubernetes.io/legacy-unknown";

const MIN_SECONDS = 600;

const USAGES =
  "any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping".split(
    ",",
  );

const FINAL = ["Approved", "Denied", "Failed"];

function checkRequest(object: SigningRequest, old: SigningRequest | undefined, at: FieldReport): void {
  const { spec = {}, status = {} } = object;
  const path = at.child("spec");
  const request = spec.request ?? "";
  const problem = certificateRequestProblem(request);
  if (problem !== undefined) path.child("request").invalid(spec.request ?? null, problem);
  checkUsages(spec.usages ?? [], old?.spec?.usages ?? [], path);
  const { signerName = "", expirationSeconds: seconds } = spec;
  if (signerName === LEGACY_SIGNER && old?.spec?.signerName !== LEGACY_SIGNER) {
    path.child("signerName").invalid(signerName, "the legacy signerName is not allowed via this API version");
  } else checkSignerName(signerName, path.child("signerName"));
  if (seconds !== undefined && seconds < MIN_SECONDS) {
    const wrong = "may not specify a duration less than 600 seconds (10 minutes)";
    path.child("expirationSeconds").invalid(seconds, wrong);
  }
  checkConditions(status.conditions ?? [], old?.status?.conditions ?? [], at.child("status.conditions"));
  checkCertificate(status.certificate ?? "", old?.status?.certificate, at.child("status.certificate"));
}

const hasRepetition = (list: readonly unknown[]): boolean => new Set(list).size < list.length;

function checkUsages(usages: readonly string[], old: readonly string[], at: FieldReport): void {
  const path = at.child("usages");
  at.require("usages", usages);
  if (old.every((usage) => USAGES.includes(usage))) {
    usages.forEach((usage, i) => {
      if (!USAGES.includes(usage)) path.index(i).notSupported(usage, USAGES);
    });
  }
  if (hasRepetition(old)) return;
  const repeated = repetitionsIn(usages);
  usages.forEach((usage, i) => {
    if (repeated[i]) path.index(i).duplicate(new NamedText(usage));
  });
}

/** Members of the union as declarative validation prints them (apimachinery/pkg/api/validate/union.go). */
const DECISIONS = ["Approved", "Denied"].map((type) => `conditions[{"type": "${type}"}]`);

const NOT_BOTH = `Invalid value: ${quote(`{${DECISIONS.join(", ")}}`)}: must specify at most one of: ${DECISIONS.map((one) => `\`${one}\``).join(", ")}`;

function checkConditions(
  conditions: readonly RequestCondition[],
  old: readonly RequestCondition[],
  at: FieldReport,
): void {
  const oldTypes = old.map(({ type = "" }) => type);
  const mayRepeat = hasRepetition(oldTypes);
  const mayContradict = oldTypes.includes("Approved") && oldTypes.includes("Denied");
  const hadNone = oldTypes.includes("");
  const seen = new Set<string>();
  at.each(conditions, ({ type = "", status = "" }, path) => {
    if (type === "" && !hadNone) path.child("type").required();
    path.requireSupported("status", status, FINAL.includes(type) ? ["True"] : ["False", "True", "Unknown"]);
    const opposite = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (!mayContradict && opposite !== undefined && seen.has(opposite)) {
      const wrong = "Approved and Denied conditions are mutually exclusive";
      at.invalid(type, wrong, NOT_BOTH);
    }
    if (seen.has(type) && !mayRepeat) path.child("type").duplicate(new NamedText(type));
    seen.add(type);
  });
}

function checkCertificate(certificate: string, old: string | undefined, at: FieldReport): void {
  if (certificate === (old ?? "") && old !== undefined) return;
  if (old !== undefined && certificateProblem(old) !== undefined) return;
  const problem = certificateProblem(certificate);
  if (problem !== undefined) at.invalid("<certificate data>", problem);
}

function checkChange(object: SigningRequest, old: SigningRequest, rights: Rights, at: FieldReport): void {
  const { status = {} } = object;
  const { status: before = {} } = old;
  const path = at.child("status");
  for (const type of FINAL) {
    if (countOf(status, type) >= countOf(before, type)) continue;
    path.child("conditions").forbidden(`updates may not remove a condition of type "${type}"`);
  }
  for (const type of rights.approval ? [] : ["Approved", "Denied"]) {
    if (countOf(status, type) <= countOf(before, type)) continue;
    path.child("conditions").forbidden(`updates may not add a condition of type "${type}"`);
  }
  const [certificate, stored] = [status.certificate ?? "", before.certificate ?? ""];
  if (certificate === stored) return;
  if (!rights.certificate) path.child("certificate").forbidden("updates may not set certificate content");
  else if (stored !== "")
    path.child("certificate").forbidden("updates may not modify existing certificate content");
}

const countOf = ({ conditions = [] }: RequestStatus, type: string): number =>
  conditions.filter((condition) => condition.type === type).length;

/** Returns the check of updates with these rights. The main resource and its subresources have different ones. */
export const validateUpdate =
  (rights: Rights) =>
  (object: KubeObject, old: KubeObject, context: WriteContext): FieldError[] =>
    collectErrors("", (at) => {
      const [request, before] = [view<SigningRequest>(object), view<SigningRequest>(old)];
      checkRequest(request, before, at);
      checkChange(request, before, rights, at);
      repeatMeta("asUpdate", context, at);
    });

/** Prepares a new request: the server sets the user, and the request cannot contain approvals. */
function prepareRequest(object: KubeObject, { user }: WriteContext): void {
  const { username, uid = "", groups, extra = {} } = user;
  const { username: _u, uid: _i, groups: _g, extra: _e, ...spec } = record(object.spec);
  object.spec = {
    ...spec,
    ...(username === "" ? {} : { username }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extra).length === 0
      ? {}
      : { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  };
  object.status = {};
}

const statusOf = (object: KubeObject): RequestStatus => view<SigningRequest>(object).status ?? {};

/** Sets the times of the last update and the last transition of conditions. */
export function stampConditions(object: KubeObject, old: KubeObject, now: number): void {
  const stateOf = ({ type, status }: RequestCondition): string => JSON.stringify([type, status]);
  const before = new Map<string, RequestCondition>();
  for (const condition of statusOf(old).conditions ?? [])
    if (!before.has(stateOf(condition))) before.set(stateOf(condition), condition);
  for (const condition of statusOf(object).conditions ?? []) {
    condition.lastUpdateTime ??= formatTime(now);
    const same = before.get(stateOf(condition));
    condition.lastTransitionTime ??= same?.lastTransitionTime ?? formatTime(now);
  }
}

/** Keeps the stored approvals, unless the number of approvals has changed: validation then reports an error. */
export function keepApprovals(object: KubeObject, old: KubeObject): void {
  const conditions = [...(statusOf(object).conditions ?? [])];
  for (const type of ["Approved", "Denied"]) {
    const stored = (statusOf(old).conditions ?? []).filter((condition) => condition.type === type);
    if (stored.length !== countOf({ conditions }, type)) continue;
    let next = 0;
    conditions.forEach((condition, i) => {
      if (condition.type === type) conditions[i] = stored[next++] ?? condition;
    });
  }
  if (conditions.length > 0) Object.assign(object.status as JsonObject, { conditions });
}

const anyName = (): readonly string[] => [];

export const request = strategy({
  nameProblems: anyName,
  repeatsMeta: ["create"],
  resetFields: [["spec"], ["status"]],
  prepareForCreate: prepareRequest,
  prepareForUpdate(object, old) {
    keepField(object, old, "spec");
    keepField(object, old, "status");
  },
  validateCreate: (object) =>
    collectErrors("", (at) => checkRequest(view<SigningRequest>(object), undefined, at)),
  validateUpdate: validateUpdate({ approval: false, certificate: false }),
});
