import { formatTime } from "../../api/time.ts";
import type { Certificate } from "../../api/x509/certificate.ts";

/** Go's text for a certificate outside its time; undefined when it is within. */
export function validityProblem({ notBefore, notAfter }: Certificate, now: number): string | undefined {
  if (now >= notBefore && now <= notAfter) return undefined;
  const side = now < notBefore ? `before ${rfc3339(notBefore)}` : `after ${rfc3339(notAfter)}`;
  return `x509: certificate has expired or is not yet valid: current time ${rfc3339(now)} is ${side}`;
}

const rfc3339 = (time: number): string => formatTime(time);
