import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, forbiddenField } from "../../../../api/validation/field-error.ts";
import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import { firstPemBlock, readPem } from "../../../../crypto/pem.ts";
import { type Certificate, readCertificate } from "../../../../crypto/x509/certificate.ts";
import type { PublicKey } from "../../../../crypto/x509/public-key.ts";
import { quote } from "../../../../go/quote.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type {
  PodCertificateRequestSpec as Spec,
  PodCertificateRequestStatus as Status,
} from "../../../../types/tables/certificates/v1-types.ts";
import { specOf, statusOf } from "../../../define/strategy.ts";
import type { WriteContext } from "../../../strategy.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { readStub, refuse } from "./stub-request.ts";

const FINAL = ["Issued", "Denied", "Failed"];
const MAX_CHAIN_BYTES = 100 * 1024;
const MINUTE = 60_000;

/** Validates the status endpoint (ValidatePodCertificateRequestStatusUpdate). */
export function validateStatus(object: KubeObject, old: KubeObject, context: WriteContext): FieldError[] {
  const meta = context.meta?.asUpdate() ?? [];
  if (meta.length > 0) return [...meta];
  const [status, before] = [statusOf<Status>(object), statusOf<Status>(old)];
  const errors = collectErrors("status", (at) => {
    checkFinalConditions(status, at.child("conditions"));
    checkConditions(status.conditions, at.child("conditions"));
    if (at.errors.length === 0) checkTransition(specOf<Spec>(old), status, before, context.now, at);
  });
  const isSame = sameMeaning("certificates/v1.PodCertificateRequestStatus", before, status);
  return errors.length > 0 || isSame ? errors : signErrors(specOf<Spec>(old), context);
}

/** Returns an error if the user may not sign for the signer, nor for all signers of its domain. */
function signErrors({ signerName = "" }: Spec, { user, requester }: WriteContext): FieldError[] {
  const refusals = [signerName, `${signerName.split("/")[0]}/*`].map((name) =>
    requester?.refusal({ verb: "sign", resource: "signers", subresource: "", namespace: "", name }),
  );
  if (refusals.includes(undefined)) return [];
  const problem = `User ${quote(user.username)} is not permitted to "sign" for signer ${quote(signerName)}`;
  return [forbiddenField("spec.signerName", problem)];
}

/** At most one final condition is allowed, and no others. The paths of these errors are those of the reference. */
function checkFinalConditions({ conditions = [] }: Status, at: FieldReport): void {
  let known = 0;
  conditions.forEach(({ type = "", status = "" }, i) => {
    const here = at.child(`[${i}]`);
    if (!FINAL.includes(type)) {
      here.child("type").notSupportedText(type, FINAL);
      return;
    }
    if (++known > 1)
      here
        .child("type")
        .invalid(type, 'There may be at most one condition with type "Issued", "Denied", or "Failed"');
    if (status !== "True") here.child("status").notSupported(status, ["True"]);
  });
}

const has = ({ conditions = [] }: Status, ...types: readonly string[]): boolean =>
  conditions.some(({ type = "", status }) => types.includes(type) && status === "True");

function checkTransition(spec: Spec, status: Status, old: Status, now: number, at: FieldReport): void {
  if (has(old, ...FINAL)) {
    if (!deepEqual(status, old))
      refuse(at, "immutable after PodCertificateRequest is issued, denied, or failed");
  } else if (has(status, "Denied", "Failed")) {
    const { conditions: _, ...others } = status;
    if (Object.values(others).some((value) => value !== undefined && value !== ""))
      refuse(
        at,
        "non-condition status fields must be empty when denying or failing the PodCertificateRequest",
      );
  } else if (has(status, "Issued")) checkIssued(spec, status, now, at);
  else if (!deepEqual(status, old))
    refuse(at, 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"');
}

function checkIssued(spec: Spec, status: Status, now: number, at: FieldReport): void {
  const { certificateChain: chain = "" } = status;
  const path = at.child("certificateChain");
  if (byteLength(chain) > MAX_CHAIN_BYTES) {
    path.tooLong(MAX_CHAIN_BYTES);
    return;
  }
  const leaf = leafOf(chain);
  if (typeof leaf === "string") path.invalid(chain, leaf);
  else if (!isFor(leaf, spec))
    path.invalid(chain, "leaf certificate was not issued to the requested public key");
  else if (checkTimes(spec, status, leaf, now, at)) {
    const problem = chainProblem(chain);
    if (problem !== undefined) path.invalid(chain, problem);
  }
}

function leafOf(chain: string): Certificate | string {
  const block = firstPemBlock(chain);
  if (block === undefined) return "issued certificate chain must contain at least one certificate";
  if (block.type !== "CERTIFICATE")
    return "issued certificate chain must consist entirely of CERTIFICATE PEM blocks";
  const leaf = readCertificate(block.bytes);
  return typeof leaf === "string" ? "leaf certificate does not parse as valid X.509" : leaf;
}

function isFor({ publicKey }: Certificate, { stubPKCS10Request: stub = "" }: Spec): boolean {
  const wanted = readStub(stub)?.publicKey;
  return wanted !== undefined && publicKey !== undefined && sameKey(wanted, publicKey);
}

function sameKey(a: PublicKey, b: PublicKey): boolean {
  if (a.kind === "rsa") return b.kind === "rsa" && a.exponent === b.exponent && a.modulus.equals(b.modulus);
  return b.kind === a.kind && a.key.equals(b.key);
}

/** Checks that all times are there and agree with the certificate. Returns true if there are no errors. */
function checkTimes(spec: Spec, status: Status, leaf: Certificate, now: number, at: FieldReport): boolean {
  const { notBefore, notAfter, beginRefreshAt } = status;
  const before = at.errors.length;
  const consistent = "must be present and consistent with the issued certificate";
  at.require("notBefore", notBefore, consistent);
  at.require("notAfter", notAfter, consistent);
  at.require(
    "beginRefreshAt",
    beginRefreshAt,
    "must be present and in the range [notbefore+10min, notafter-10min]",
  );
  if (at.errors.length > before) return false;
  const [name, value, problem] = timeProblem(spec, status, leaf, now) ?? [];
  if (name === undefined) return true;
  at.child(name).invalid(value, problem ?? "");
  return false;
}

type TimeProblem = readonly [name: string, value: unknown, problem: string];

/** Returns the first problem of the times. */
function timeProblem(spec: Spec, status: Status, leaf: Certificate, now: number): TimeProblem | undefined {
  const { notBefore, notAfter, beginRefreshAt } = status;
  const [start, end, refresh] = [notBefore, notAfter, beginRefreshAt].map((time) => Date.parse(time ?? ""));
  const lifetime = leaf.notAfter - leaf.notBefore;
  const { maxExpirationSeconds: seconds = 0 } = spec;
  if (start !== leaf.notBefore)
    return ["notBefore", notBefore, "must be set to the NotBefore time encoded in the leaf certificate"];
  if (Math.abs(start - now) >= 5 * MINUTE)
    return ["notBefore", notBefore, "must be set to within 5 minutes of kube-apiserver's current time"];
  if (end !== leaf.notAfter)
    return ["notAfter", notAfter, "must be set to the NotAfter time encoded in the leaf certificate"];
  if (lifetime < 60 * MINUTE)
    return ["certificateChain", lifetime * 1_000_000, "leaf certificate lifetime must be >= 1 hour"];
  if (lifetime > seconds * 1000)
    return [
      "certificateChain",
      lifetime * 1_000_000,
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${seconds})`,
    ];
  if (refresh === undefined || refresh < start + 10 * MINUTE)
    return ["beginRefreshAt", beginRefreshAt, "must be at least 10 minutes after status.notBefore"];
  return refresh > end - 10 * MINUTE
    ? ["beginRefreshAt", beginRefreshAt, "must be at least 10 minutes before status.notAfter"]
    : undefined;
}

function chainProblem(chain: string): string | undefined {
  const [, ...others] = readPem(chain).blocks;
  for (const { type, bytes } of others) {
    if (type !== "CERTIFICATE")
      return "issued certificate chain must consist entirely of CERTFICATE PEM blocks";
    if (typeof readCertificate(bytes) === "string")
      return "intermediate certificate does not parse as valid X.509";
  }
  return undefined;
}
