import { setImmediate as nextTurn } from "node:timers/promises";
import type { Certificate } from "../../crypto/x509/certificate.ts";
import { signatureProblem } from "../../crypto/x509/signature.ts";
import { quote } from "../../go/quote.ts";
import type { CertificatePool } from "./certificate-pool.ts";
import { validityProblem } from "./validity.ts";

/** Certificates from the server's own up to a trusted one. */
export type Chain = readonly Certificate[];

/** Certificates for chains, and the time at which they must be valid. */
export interface Trust {
  readonly roots: CertificatePool;
  /** Certificates that the server sent after its own. */
  readonly intermediates: CertificatePool;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** All chains that lead to a root, or Go's text about the reason why there is none. */
export type Chains =
  | { readonly kind: "chains"; readonly chains: readonly Chain[] }
  | { readonly kind: "none"; readonly problem: string };

/**
 * Maximum number of candidates that are checked for one certificate: a server can send many with the same
 * name.
 */
const MAX_CHECKS = 100;
/** Number of checks after which the event loop can run other work. */
const CHECKS_PER_TURN = 8;
const LIMIT = "x509: signature check attempts limit reached while verifying certificate chain";

/**
 * Builds all chains as `buildChains` of Go's crypto/x509: by the bytes of names and by signatures, in the
 * same order.
 */
export function buildChains(leaf: Certificate, trust: Trust): Promise<Chains> {
  return extend([leaf], { ...trust, checks: 0 });
}

interface Search extends Trust {
  checks: number;
}

interface Hint {
  readonly why: string;
  readonly whose: Certificate;
}

async function extend(chain: Chain, search: Search): Promise<Chains> {
  const child = chain[chain.length - 1]!;
  const found: Chain[] = [];
  let hint: Hint | undefined;
  let problem: string | undefined;
  for (const { parent, isRoot } of candidatesFor(child, search)) {
    if (++search.checks > MAX_CHECKS) {
      problem = LIMIT;
      break;
    }
    if (search.checks % CHECKS_PER_TURN === 0) await nextTurn();
    if (parent.publicKey === undefined || isInChain(parent, chain)) continue;
    const forged = parentProblem(child, parent);
    problem = forged === undefined ? candidateProblem(parent, isRoot, chain, search.now) : problem;
    if (forged !== undefined || problem !== undefined) {
      hint ??= { why: forged ?? problem ?? "", whose: parent };
      continue;
    }
    if (isRoot) found.push([...chain, parent]);
    else {
      const further = await extend([...chain, parent], search);
      if (further.kind === "chains") found.push(...further.chains);
      else problem = further.problem;
      if (problem === LIMIT) break;
    }
  }
  if (found.length > 0) return { kind: "chains", chains: found };
  return { kind: "none", problem: problem ?? unknownAuthority(hint) };
}

function* candidatesFor(child: Certificate, { roots, intermediates }: Trust) {
  for (const parent of roots.parentsOf(child)) yield { parent, isRoot: true };
  for (const parent of intermediates.parentsOf(child)) yield { parent, isRoot: false };
}

/**
 * True if a certificate with the same subject, key and names is in the chain: authorities that signed each
 * other would form a loop.
 */
function isInChain(candidate: Certificate, chain: Chain): boolean {
  for (const { subject, rawPublicKey, extensions } of chain) {
    if (subject.raw !== candidate.subject.raw || !rawPublicKey.equals(candidate.rawPublicKey)) continue;
    const [ours, theirs] = [candidate.extensions.rawNames, extensions.rawNames];
    if (ours === theirs) return true;
    if (ours === undefined || theirs === undefined) return false;
  }
  return false;
}

const CERTIFICATE_SIGNING = 1 << 5;
const CANNOT_SIGN = "x509: invalid signature: parent certificate cannot sign this kind of certificate";

/** Returns Go's text if `parent` did not sign `child`, or cannot sign certificates; undefined: it signed it. */
function parentProblem(
  child: Certificate,
  { version, publicKey, extensions }: Certificate,
): string | undefined {
  const { basicConstraints, keyUsage } = extensions;
  if (basicConstraints === undefined ? version === 3 : !basicConstraints.isCa) return CANNOT_SIGN;
  if (keyUsage !== 0 && (keyUsage & CERTIFICATE_SIGNING) === 0) return CANNOT_SIGN;
  return signatureProblem(child, publicKey, { allowsSha1: false });
}

/** Returns Go's text if a certificate is not allowed in this position of a chain; undefined: it is allowed. */
function candidateProblem(
  candidate: Certificate,
  isRoot: boolean,
  chain: Chain,
  now: number,
): string | undefined {
  const { basicConstraints, hasUnknownCritical } = candidate.extensions;
  if (hasUnknownCritical) return "x509: unhandled critical extension";
  const problem = validityProblem(candidate, now);
  if (problem !== undefined) return problem;
  if (!isRoot && basicConstraints?.isCa !== true)
    return "x509: certificate is not authorized to sign other certificates";
  const { maxPathLength = -1 } = basicConstraints ?? {};
  return maxPathLength >= 0 && chain.length - 1 > maxPathLength
    ? "x509: too many intermediates for path length constraint"
    : undefined;
}

function unknownAuthority(hint: Hint | undefined): string {
  const text = "x509: certificate signed by unknown authority";
  if (hint === undefined) return text;
  const { why, whose } = hint;
  return `${text} (possibly because of ${quote(why)} while trying to verify candidate authority certificate ${quote(nameOf(whose))})`;
}

function nameOf({ subject: { commonName, organizations }, serial }: Certificate): string {
  if (commonName !== "") return commonName;
  return organizations[0] ?? `serial:${BigInt(`0x${serial.toString("hex")}`)}`;
}
