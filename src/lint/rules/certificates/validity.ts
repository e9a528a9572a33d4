import type { Certificate } from "../../../crypto/x509/certificate.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";
import { shownCertificates } from "./shown.ts";

const DAY = 24 * 60 * 60 * 1000;
const SOON = 30 * DAY;

/** A certificate or bundle with its end of validity. */
interface Ending {
  readonly at: Pick<Problem, "of" | "path" | "connection"> & { readonly webhook: string };
  readonly what: string;
  readonly notAfter: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const expiredCertificate: Rule = {
  id: "certificate-expired",
  severity: "error",
  summary: "The certificate of a webhook, or every certificate in its caBundle, has expired",
  check: async (model) =>
    (await endings(model))
      .filter(({ notAfter }) => notAfter < model.now)
      .map(({ at, what, notAfter }) => ({
        ...at,
        message: `${what} expired on ${dayOf(notAfter)}: every call of the webhook fails`,
        fix: "renew it",
      })),
};

export const expiringCertificate: Rule = {
  id: "certificate-expires",
  severity: "warning",
  summary: "The certificate of a webhook, or every certificate in its caBundle, expires within 30 days",
  check: async (model) =>
    (await endings(model))
      .filter(({ notAfter }) => notAfter >= model.now && notAfter < model.now + SOON)
      .map(({ at, what, notAfter }) => ({
        ...at,
        message: `${what} expires on ${dayOf(notAfter)}, in ${Math.floor((notAfter - model.now) / DAY)} days: then every call of the webhook fails`,
        fix: "renew it, unless a program renews it automatically",
      })),
};

async function endings(model: Model): Promise<Ending[]> {
  const shown = await shownCertificates(model);
  return [
    ...endpointsOf(model).flatMap(endOfBundle),
    ...shown.map(({ at, from, leaf }) => ({
      at,
      what: `the webhook's certificate (${from})`,
      notAfter: leaf.notAfter,
    })),
  ];
}

/**
 * Returns the end of a bundle, which is valid as long as one of its certificates is. Bundles that an injector
 * replaces are left out.
 */
function endOfBundle({ of, webhook, path, bundle, injector }: Endpoint): Ending[] {
  if (bundle?.kind !== "certificates" || injector !== undefined) return [];
  const { certificates } = bundle;
  const what = certificates.length === 1 ? "caBundle" : `the last of the ${certificates.length} in caBundle`;
  const notAfter = Math.max(...certificates.map((one: Certificate) => one.notAfter));
  return [{ at: { of, webhook, path: [...path, "caBundle"] }, what, notAfter }];
}
