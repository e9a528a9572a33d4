import { formatTime } from "../../api/time.ts";
import type { Certificate } from "../../crypto/x509/certificate.ts";

/** Returns Go's text about a certificate outside its period of validity; undefined: it is valid. */
export function validityProblem({ notBefore, notAfter }: Certificate, now: number): string | undefined {
  if (now >= notBefore && now <= notAfter) return undefined;
  const side = now < notBefore ? `before ${rfc3339(notBefore)}` : `after ${rfc3339(notAfter)}`;
  return `x509: certificate has expired or is not yet valid: current time ${rfc3339(now)} is ${side}`;
}

const rfc3339 = (time: number): string => formatTime(time);
