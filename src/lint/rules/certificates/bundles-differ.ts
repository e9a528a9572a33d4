import type { Certificate } from "../../../crypto/x509/certificate.ts";
import { DEFAULT_PORT } from "../../bring-up/service-of.ts";
import { type Endpoint, endpointsOf, hasSameService } from "../../model/endpoints.ts";
import { nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { servingCertificate } from "./serving-certificates.ts";

/** One Service shows one certificate. If it is among the manifests, `certificate-untrusted` says which bundle is wrong. */
export const bundlesDiffer: Rule = {
  id: "bundles-differ",
  severity: "warning",
  summary: "Two webhooks behind one Service trust different authorities, so that calls of one of them fail",
  check: (model) => {
    const known = endpointsOf(model).filter((one) => authoritiesOf(one).length > 0);
    return known.flatMap((one, index): Problem[] => {
      const other = known
        .slice(0, index)
        .find((before) => hasSameService(before, one) && hasSamePort(before, one));
      if (other === undefined || servingCertificate(model, one) !== undefined) return [];
      const [own, its] = [authoritiesOf(one), authoritiesOf(other)];
      if (own.some((a) => its.some((b) => isRelated(a, b)))) return [];
      const message = `its caBundle has other authorities than that of ${other.called} of ${nameOf(other.of)}, which calls the same Service: the Service shows one certificate, so that the calls of one of them fail`;
      const fix = "remove the older configuration, or write the caBundle of the newer one";
      return [{ of: one.of, webhook: one.webhook, path: [...one.path, "caBundle"], message, fix }];
    });
  },
};

const authoritiesOf = ({ bundle, injector }: Endpoint): readonly Certificate[] =>
  bundle?.kind === "certificates" && injector === undefined ? bundle.certificates : [];

const hasSamePort = ({ config: a }: Endpoint, { config: b }: Endpoint): boolean =>
  (a.service?.port ?? DEFAULT_PORT) === (b.service?.port ?? DEFAULT_PORT);

/** True for equal certificates, and for those of one chain, or of one authority that was renewed. */
const isRelated = (a: Certificate, b: Certificate): boolean =>
  a.raw.equals(b.raw) ||
  [a.subject, a.issuer].some((name) => [b.subject, b.issuer].some((other) => name.raw === other.raw));
