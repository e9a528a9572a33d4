import type { Certificate } from "../../../crypto/x509/certificate.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { isBase64 } from "../../../explain/refused/place-in-body.ts";
import { type Path, valueAt } from "../../../explain/sources.ts";
import { goTexts, type Json, records } from "../../../json/value.ts";
import { DEFAULT_PORT } from "../../bring-up/backend.ts";
import { type Endpoint, endpointsOf, hasSameService } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { servingCertificate, storedCertificates } from "./shown.ts";

const at = ({ of, webhook, path }: Endpoint): Pick<Problem, "of" | "path"> & { webhook: string } => ({
  of,
  webhook,
  path: [...path, "caBundle"],
});

/** Further consequences, by kind: the server establishes no definition with such a caBundle, and refuses it as an update. */
const UNREADABLE: Readonly<Record<string, string>> = {
  CustomResourceDefinition: "; the API server does not serve the custom resources (InvalidCABundle)",
};

/** The API server reports this only when it calls the webhook. */
const unreadableBundle: Rule = {
  id: "ca-bundle-unreadable",
  severity: "error",
  summary: "A caBundle contains no readable certificate",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint) => {
      const { bundle, injector, of, config } = endpoint;
      // An injector replaces any bundle with its own.
      if (bundle?.kind !== "error" || injector !== undefined) return [];
      const isBlank = (config.caBundle ?? "").trim() === "";
      if (isBlank && !model.complete && mayBeFilledIn(kindOf(of), model)) return [];
      const mistake = isBlank ? undefined : bundleMistake(config.caBundle ?? "");
      const problem = isBlank ? "it has only white space" : (mistake?.problem ?? bundle.message);
      const message = `caBundle is not a certificate in PEM: ${problem}${UNREADABLE[kindOf(of)] ?? ""}`;
      const fix = mistake?.fix ?? "write the authority's certificate in PEM, encoded in base64";
      return [{ ...at(endpoint), message, fix }];
    }),
};

/**
 * Go trusts a certificate that is in the bundle itself, even if it is not the certificate of an authority.
 */
const bundleWithoutAuthority: Rule = {
  id: "ca-bundle-not-ca",
  severity: "warning",
  summary:
    "A caBundle contains no certificate of an authority, so that the API server accepts only this one certificate",
  check: (model) => endpointsOf(model).flatMap((endpoint) => withoutAuthority(endpoint, model)),
};

function withoutAuthority(endpoint: Endpoint, model: Model): Problem[] {
  const { bundle } = endpoint;
  if (bundle?.kind !== "certificates" || bundle.certificates.some(isAuthority)) return [];
  const stored = storedCertificates(model);
  if (bundle.certificates.some(({ raw }) => stored.some((one) => one.leaf.raw.equals(raw)))) return [];
  const message =
    "no certificate in caBundle is the certificate of an authority: the API server accepts only this one certificate, and every call fails after the webhook's certificate is renewed";
  const fix = "write the certificate of the authority that signs the webhook's certificate";
  return [{ ...at(endpoint), message, fix }];
}

/**
 * True if a certificate can be that of an authority. Certificates before version 3 have no field for this.
 */
const isAuthority = ({ version, extensions }: Certificate): boolean =>
  version < 3 || extensions.basicConstraints?.isCa === true;

/**
 * Many programs write the caBundle of their own configurations when they start. Configurations for which this
 * is possible are not reported.
 */
const missingBundle: Rule = {
  id: "ca-bundle-missing",
  severity: "warning",
  summary: "A webhook behind a Service has no caBundle, and no annotation makes cert-manager write one",
  check: (model) => {
    const all = endpointsOf(model).filter((endpoint) => isMissing(endpoint, model));
    // For several webhooks of one configuration only the first is reported.
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

function missing(endpoint: Endpoint, count: number, model: Model): Problem {
  const { complete } = model;
  const { injector } = endpoint;
  const other = otherSource(endpoint, model);
  const expected = injector === undefined ? "" : `, although ${injector.annotation} asks for one`;
  const unless = complete ? "" : ", unless another program writes a caBundle";
  const others = count === 1 ? "" : ` (of ${count} webhooks of this object)`;
  return {
    ...at(endpoint),
    ...(injector === undefined && other.isAnnotation && { path: ["metadata", "annotations"] }),
    message: `there is no caBundle${others}${expected}${other.told}: the API server trusts only the authorities of its own machine, and refuses the webhook's certificate${unless}`,
    fix: injector === undefined ? other.fix : "",
    severity: complete || other.told !== "" ? "warning" : "info",
  };
}

/** The caBundle or the annotation of another webhook behind the same Service, which this one lacks. */
function otherSource(endpoint: Endpoint, model: Model) {
  const { of, webhook } = endpoint;
  const others = endpointsOf(model).filter(
    (one) => (one.of !== of || one.webhook !== webhook) && hasSameService(one, endpoint),
  );
  const name = ({ webhook: its, of: object }: Endpoint): string => its || nameOf(object);
  const injected = others.find(({ injector }) => injector !== undefined);
  if (injected?.injector !== undefined) {
    const annotation = `${injected.injector.annotation}: ${injected.injector.value}`;
    return {
      told: `, although ${nameOf(injected.of)} has the annotation ${annotation}`,
      fix: annotation,
      isAnnotation: true,
    };
  }
  const filled = others.find(({ bundle }) => bundle?.kind === "certificates");
  return filled === undefined
    ? { told: "", fix: "caBundle, or an annotation for cert-manager's injector" }
    : {
        told: `, although ${name(filled)} has one for the same Service`,
        fix: `the caBundle of ${name(filled)}`,
      };
}

/** True if a role among the manifests permits writing objects of this kind. */
function mayBeFilledIn(kind: string, model: Model): boolean {
  const plural = `${kind.toLowerCase()}s`;
  const has = (list: Json | undefined, values: readonly string[]): boolean =>
    goTexts(list).some((one) => one === "*" || values.includes(one));
  return [...model.of("ClusterRole"), ...model.of("Role")].some(({ object }) =>
    records(object.rules).some(
      ({ resources, verbs }) => has(resources, [plural]) && has(verbs, ["update", "patch"]),
    ),
  );
}

/** One Service shows one certificate. If it is among the manifests, `certificate-untrusted` says which bundle is wrong. */
const bundlesDiffer: Rule = {
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

/** A text that is no caBundle, and what to do. */
interface Mistake {
  readonly problem: string;
  readonly fix: string;
}

/** Mistakes in a text that is not base64, the first that fits is told. */
const NOT_BASE64: readonly (readonly [pattern: RegExp, mistake: Mistake])[] = [
  [/-----BEGIN/, { problem: "it is the PEM itself", fix: "encode it once in base64: base64 -w 0 ca.crt" }],
  [
    /[<>{}$@%]|CA_?BUNDLE|REPLACE|CHANGE_?ME|PLACEHOLDER|^_*[A-Z\d]+_[A-Z\d_]+$|^(?:your|my|the|insert|todo|example|dummy)\b/i,
    { problem: "it is a placeholder", fix: "the authority's certificate in PEM, encoded in base64" },
  ],
  [
    /[ \t]/,
    {
      problem: "base64 must not contain white space",
      fix: "write it in one line (base64 -w 0 ca.crt), or fold it without spaces",
    },
  ],
];

/** The same for a text that is decoded, and contains no certificate. */
const NOT_A_BUNDLE: readonly (readonly [pattern: RegExp, mistake: Mistake])[] = [
  [
    /^LS0tLS1CRUdJTi/,
    { problem: "it is encoded twice in base64", fix: "encode the PEM once: base64 -w 0 ca.crt" },
  ],
  [
    /^\s*-----BEGIN CERTIFICATE-----(?!\r?\n)/,
    { problem: "its PEM has lost its line breaks", fix: "encode the file itself: base64 -w 0 ca.crt" },
  ],
];

/** Returns what is wrong with the text in a decoded caBundle; undefined if it looks like PEM. */
function bundleMistake(pem: string): Mistake | undefined {
  const known = NOT_A_BUNDLE.find(([pattern]) => pattern.test(pem))?.[1];
  if (known !== undefined) return known;
  const [, type] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem) ?? [];
  const fix = "the authority's certificate in PEM, encoded in base64";
  if (type === undefined) return { problem: "it contains no PEM", fix };
  return type === "CERTIFICATE" ? undefined : { problem: `it is a ${type}, not a certificate`, fix };
}

/** Returns the first caBundle of a manifest that is not base64, for which the server refuses the whole object. */
export function brokenBundle(of: Manifest): (Mistake & { readonly path: Path }) | undefined {
  for (const path of bundlePaths(of)) {
    const value = valueAt(of.object, path);
    if (typeof value !== "string" || isBase64(value)) continue;
    const [, mistake] = NOT_BASE64.find(([pattern]) => pattern.test(value)) ?? [];
    return { path, ...(mistake ?? { problem: "it is not base64", fix: "base64 -w 0 ca.crt" }) };
  }
  return undefined;
}

function bundlePaths({ object }: Manifest): Path[] {
  if (kindOf({ object, line: () => "" }) === "CustomResourceDefinition")
    return [["spec", "conversion", "webhook", "clientConfig", "caBundle"]];
  return records(object.webhooks).map((_, index) => ["webhooks", index, "clientConfig", "caBundle"]);
}

/** Rules about the authorities that the API server trusts for a webhook. */
export const bundleRules: readonly Rule[] = [
  unreadableBundle,
  bundleWithoutAuthority,
  missingBundle,
  bundlesDiffer,
];
