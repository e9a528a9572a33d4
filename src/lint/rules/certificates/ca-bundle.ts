import { type Json, records, texts } from "../../../api/json.ts";
import type { Certificate } from "../../../api/x509/certificate.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { servingCertificate } from "./serving-certificates.ts";

const at = ({ of, webhook, path }: Endpoint): Pick<Problem, "of" | "path"> & { webhook: string } => ({
  of,
  webhook,
  path: [...path, "caBundle"],
});

/** The API server says so only when it calls. */
export const unreadableBundle: Rule = {
  id: "ca-bundle-unreadable",
  severity: "error",
  summary: "A caBundle holds no certificate that can be read",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint) => {
      const { bundle, injector } = endpoint;
      // An injector puts its own in the place of whatever stands there.
      if (bundle?.kind !== "error" || injector !== undefined) return [];
      const message = `caBundle is no certificate in PEM: ${bundle.message}`;
      return [{ ...at(endpoint), message, fix: "the base64 of the PEM of the authority" }];
    }),
};

/** Go takes a certificate that is in the bundle itself as trusted, whether it is of an authority or not. */
export const bundleWithoutAuthority: Rule = {
  id: "ca-bundle-not-ca",
  severity: "warning",
  summary:
    "A caBundle holds no certificate of an authority: only the webhook that shows exactly this one is trusted",
  check: (model) => endpointsOf(model).flatMap((endpoint) => withoutAuthority(endpoint, model)),
};

function withoutAuthority(endpoint: Endpoint, model: Model): Problem[] {
  const { bundle } = endpoint;
  if (bundle?.kind !== "certificates" || bundle.certificates.some(isAuthority)) return [];
  const shown = servingCertificate(model, endpoint);
  if (shown !== undefined && bundle.certificates.some(({ raw }) => raw.equals(shown.leaf.raw))) return [];
  const message =
    "no certificate in caBundle is one of an authority: it vouches for nothing but itself, and every renewal of the webhook's certificate breaks the webhook";
  return [{ ...at(endpoint), message, fix: "the certificate of the authority that signs the webhook's" }];
}

/** Of version 1 there is no way to say it. */
const isAuthority = ({ version, extensions }: Certificate): boolean =>
  version < 3 || extensions.basicConstraints?.isCa === true;

/** Many programs fill in their own configurations when they start: those that may are left alone. */
export const missingBundle: Rule = {
  id: "ca-bundle-missing",
  severity: "warning",
  summary: "A webhook behind a Service has no caBundle, and nothing says that one is filled in",
  check: (model) => {
    const all = endpointsOf(model).filter((endpoint) => isMissing(endpoint, model));
    // Of several webhooks of one configuration the first says it for all.
    const objects = new Set(all.map(({ of }) => of));
    return [...objects].flatMap((of) => {
      const own = all.filter((one) => one.of === of);
      const [first] = own;
      return first === undefined ? [] : [missing(first, own.length, model)];
    });
  },
};

function isMissing({ of, bundle, injector, config }: Endpoint, model: Model): boolean {
  if (config.service === undefined || bundle !== undefined) return false;
  return model.complete || (injector === undefined && !mayBeFilledIn(kindOf(of), model));
}

function missing(endpoint: Endpoint, count: number, { complete }: Model): Problem {
  const { injector } = endpoint;
  const expected = injector === undefined ? "" : `, although ${injector.annotation} asks for one`;
  const unless = complete ? "" : ", unless something fills it in";
  const others = count === 1 ? "" : ` (of ${count} webhooks of this object)`;
  return {
    ...at(endpoint),
    message: `there is no caBundle${others}${expected}: the API server trusts only the authorities of its own machine then, and refuses the webhook's certificate${unless}`,
    fix: injector === undefined ? "caBundle, or an annotation for cert-manager's injector" : "",
    severity: complete ? "warning" : "info",
  };
}

/** A role among the manifests lets somebody write such objects. */
function mayBeFilledIn(kind: string, model: Model): boolean {
  const plural = `${kind.toLowerCase()}s`;
  const has = (list: Json | undefined, values: readonly string[]): boolean =>
    texts(list).some((one) => one === "*" || values.includes(one));
  return [...model.of("ClusterRole"), ...model.of("Role")].some(({ object }) =>
    records(object.rules).some(
      ({ resources, verbs }) => has(resources, [plural]) && has(verbs, ["update", "patch"]),
    ),
  );
}
