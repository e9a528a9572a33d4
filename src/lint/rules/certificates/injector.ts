import { nearestName } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record, records } from "../../../json/value.ts";
import { certificatesOf, type Endpoint, endpointsOf, type Injector } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

const FROM = "cert-manager.io/inject-ca-from";
const FROM_SECRET = "cert-manager.io/inject-ca-from-secret";

/** cert-manager's injector only logs this, and leaves the bundle as it is. */
export const injectorSource: Rule = {
  id: "injector-source",
  severity: "error",
  summary:
    "An annotation makes cert-manager write a caBundle from a Certificate or Secret that does not exist",
  check: (model) => {
    const seen = new Set<object>();
    return endpointsOf(model).flatMap((endpoint) => {
      const old = oldAnnotation(endpoint);
      if (old !== undefined && endpoint.injector === undefined && !seen.has(endpoint.of)) {
        seen.add(endpoint.of);
        return [old];
      }
      if (endpoint.injector === undefined || seen.has(endpoint.of)) return [];
      seen.add(endpoint.of);
      return problemOf(endpoint, endpoint.injector, model);
    });
  },
};

/** The prefix of annotations before version 0.11 of cert-manager. */
const OLD = "certmanager.k8s.io/";

function oldAnnotation({ of }: Endpoint): Problem | undefined {
  const key = Object.keys(labelsOf(of, "annotations")).find((one) => one.startsWith(`${OLD}inject-`));
  if (key === undefined) return undefined;
  const message = `cert-manager has not read ${key} since version 0.11: caBundle stays empty`;
  const fix = `replace ${key} with ${key.replace(OLD, "cert-manager.io/")}`;
  return { of, path: ["metadata", "annotations", key], message, fix };
}

function problemOf({ of }: Endpoint, { annotation, value }: Injector, model: Model): Problem[] {
  if (annotation !== FROM && annotation !== FROM_SECRET) return [];
  const path = ["metadata", "annotations", annotation];
  const mark = placeholderIn(value);
  if (mark !== undefined)
    return [
      {
        ...{ of, path },
        message: `${mark} is a placeholder that was not replaced, by kustomize or by another program: caBundle stays empty`,
        fix: "the namespace and the name of the Certificate: namespace/name",
      },
    ];
  const parts = value.split("/");
  if (parts.length !== 2 || parts.includes(""))
    return [{ of, path, message: `"${value}" does not have the form namespace/name`, fix: "namespace/name" }];
  const [namespace = "", name = ""] = parts;
  const problem =
    annotation === FROM ? missingCertificate(namespace, name, model) : wrongSecret(namespace, name, model);
  if (problem === undefined) return [];
  if (!isNeverCalled(of)) return [{ of, path, ...problem }];
  const message = `${problem.message}; the definition has one version, so that its conversion webhook is never called`;
  return [{ of, path, ...problem, message, severity: "info" }];
}

/** `$(CERTIFICATE_NAME)`, `${NAME}`, `{{ .Values.name }}`, `<name>` or `CERTIFICATE_NAME`, which no object is called. */
const placeholderIn = (value: string): string | undefined =>
  /\$\([^()]*\)|\$\{[^{}]*\}|\{\{[^{}]*\}\}|<[^<>]*>|\b[A-Z][A-Z0-9]*_[A-Z0-9_]*\b/.exec(value)?.[0];

/** True for a definition with one version: its objects are never converted. */
const isNeverCalled = ({ object }: Manifest): boolean =>
  object.kind === "CustomResourceDefinition" && records(record(object.spec).versions).length === 1;

type Said = Pick<Problem, "message" | "fix"> & Partial<Pick<Problem, "of" | "path">>;

/**
 * Reports a missing Certificate. If manifests have Certificates in this namespace, the right one is probably
 * among them.
 */
function missingCertificate(namespace: string, name: string, model: Model): Said | undefined {
  const certificates = certificatesOf(model);
  const there = certificates.map(({ of }) => of);
  const here = there.filter((one) => [namespace, ""].includes(namespaceOf(one)));
  if (here.some((one) => nameOf(one) === name)) return undefined;
  const writer = certificates.find(({ of, secretName }) => here.includes(of) && secretName === name);
  if (writer !== undefined)
    return {
      message: `"${namespace}/${name}" is a Secret, and the annotation wants the Certificate that writes it, "${namespace}/${nameOf(writer.of)}"; caBundle stays empty`,
      fix: `write ${namespace}/${nameOf(writer.of)}`,
    };
  const elsewhere = there.find((one) => nameOf(one) === name);
  const near = nearestName(name, here.map(nameOf));
  const meant =
    elsewhere === undefined ? near && `${namespace}/${near}` : `${namespaceOf(elsewhere)}/${name}`;
  if (!model.complete && meant === undefined) return undefined;
  const hint = meant === undefined ? "" : `: there is "${meant}"`;
  const message = `there is no Certificate "${namespace}/${name}"${hint}; caBundle stays empty`;
  const fix = meant === undefined ? "" : `write ${meant}`;
  return { message, fix };
}

function wrongSecret(namespace: string, name: string, model: Model): Said | undefined {
  const secret = model.find("Secret", namespace, name);
  if (
    secret === undefined ||
    labelsOf(secret, "annotations")["cert-manager.io/allow-direct-injection"] === "true"
  )
    return undefined;
  const message = `Secret "${namespace}/${name}" does not allow it: caBundle stays empty`;
  const fix = 'its annotation cert-manager.io/allow-direct-injection: "true"';
  return { of: secret, path: ["metadata", "annotations"], message, fix };
}
