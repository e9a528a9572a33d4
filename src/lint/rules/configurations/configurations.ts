import { readPolicy, UNBOUND } from "../../../admission/hooks/builtin/pod-security/policy.ts";
import { unknownField as described } from "../../../explain/ending/unknown-fields.ts";
import { nearest } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { definitionHint, withoutRule } from "../../../explain/refused/definition-hints.ts";
import { valueHint } from "../../../explain/refused/expression-hints.ts";
import { fieldPath } from "../../../explain/refused/field-path.ts";
import { placeInBody } from "../../../explain/refused/place-in-body.ts";
import { valueAt } from "../../../explain/sources.ts";
import { plainWords } from "../../../explain/steps/plain-words.ts";
import { record, records } from "../../../json/value.ts";
import { DEFAULT_PORT, serviceOf, workloadText } from "../../bring-up/backend.ts";
import type { Configuration } from "../../model/configurations.ts";
import { type Endpoint, endpointsOf, hasSameService, serverNameOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf } from "../../model/names.ts";
import { kyvernoFields } from "../../policies/kyverno-fields.ts";
import type { Problem, Rule } from "../../rule.ts";
import { brokenBundle } from "../certificates/ca-bundle.ts";

/** A configuration that the server refuses never takes effect. The checks are those of the server itself. */
export const invalidConfiguration: Rule = {
  id: "invalid-configuration",
  severity: "error",
  summary: "The API server would refuse a webhook configuration, policy, binding or CustomResourceDefinition",
  // Stored configurations of a cluster were accepted, possibly by an older version with other rules.
  check: ({ configurations, complete }) => (complete ? [] : configurations.flatMap(problemsOf)),
};

/** Returns what the server refuses in an object. */
export function problemsOf({ of, found, unreadable, errors }: Configuration): Problem[] {
  if (unreadable !== "") return [unread(of, unreadable, found)];
  // Errors of a status that the manifest lacks follow from those of the spec.
  const all = errors().filter(({ field }) => !field.startsWith("status.") || of.object.status !== undefined);
  // The cost of the whole schema, and the part of each rule in it, follow from a rule that is too expensive itself.
  const isCostly = all.some(({ message }) => message.includes("estimated rule cost exceeds budget"));
  const own = isCostly ? all.filter(({ message }) => !message.includes("estimated rule cost total")) : all;
  return own.map(({ field, message }) => refused(of, field, message));
}

function unread(of: Manifest, told: string, { kind }: Configuration["found"]): Problem {
  const broken = told.includes("illegal base64") ? brokenBundle(of) : undefined;
  if (broken === undefined) {
    const words = plainWords(told);
    return {
      of,
      path: placeInBody(told, of.object, kind.shape),
      message: `the server refuses it: ${words}`,
      fix: definitionHint(words, [], of.object),
    };
  }
  const { path, problem, fix } = broken;
  return { of, path, message: `the server refuses caBundle: ${problem} (${told})`, fix };
}

function refused(of: Manifest, field: string, message: string): Problem {
  const path = fieldPath(field, of.object);
  const hint = valueHint(message, valueAt(of.object, path), of.object);
  const told = plainWords(kindOf(of) === "CustomResourceDefinition" ? withoutRule(message) : message);
  const fix = definitionHint(`${field}: ${message}`, path, of.object);
  return { of, path, message: `the server refuses ${field}: ${told}${hint}`, fix };
}

/** kubectl refuses such a manifest. Other clients get a configuration without the field. */
export const unknownField: Rule = {
  id: "unknown-field",
  severity: "error",
  summary: "An object has a field that the API server does not know, and drops",
  // Stored objects have fields of later versions of the API server.
  check: (model) => [
    ...kyvernoFields(model),
    ...[...model.configurations, ...(model.complete ? [] : model.objects)].flatMap(({ of, found, unknown }) =>
      unknown.map((field) => {
        const { path, message, near } = described(field, found);
        const fix = near === "" ? "" : `replace ${String(path.at(-1))} with ${near}`;
        return { of, path, message: `${message}; the server drops it, and it has no effect`, fix };
      }),
    ),
  ],
};

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS: readonly string[] = ["privileged", "baseline", "restricted"];
const MODES: readonly string[] = ["enforce", "audit", "warn"];
const NAMES: readonly string[] = [...MODES, ...MODES.map((mode) => `${mode}-version`)];

/** The plugin PodSecurity refuses values that it cannot read, and reads no other keys. */
export const podSecurityLabel: Rule = {
  id: "pod-security-label",
  severity: "error",
  summary: "A label of pod security has a level that does not exist, or a key that nothing reads",
  check: (model) =>
    model.of("Namespace").flatMap((of) =>
      Object.entries(labelsOf(of, "labels")).flatMap(([key, value]): Problem[] => {
        if (!key.startsWith(PREFIX)) return [];
        const name = key.slice(PREFIX.length);
        const path = ["metadata", "labels", key];
        if (!NAMES.includes(name)) {
          const fix = `write ${PREFIX}${nearest(name, NAMES) ?? NAMES.join(`, ${PREFIX}`)}`;
          return [{ of, path, message: `nothing reads the label ${key}`, fix, severity: "warning" }];
        }
        const { errors } = readPolicy({ metadata: { labels: { [key]: value } } }, UNBOUND);
        const level = nearest(value, LEVELS) ?? LEVELS.join(", ");
        const fix = MODES.includes(name) ? `write ${level}` : "write latest, or a version such as v1.30";
        return errors.map(({ message }) => ({
          ...{ of, path, fix, message: `the API server refuses the namespace: ${message}` },
        }));
      }),
    ),
};

/** The API server calls a port of the Service, not a port of the pods behind it. */
const servicePort: Rule = {
  id: "service-port",
  severity: "error",
  summary:
    "The Service of a webhook does not have the port that the API server calls, or its pods do not have it",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint) => [
      ...problemOf(endpoint, model),
      ...targetProblem(endpoint, model),
    ]),
};

function problemOf({ of, webhook, called, path, config: { service } }: Endpoint, model: Model): Problem[] {
  if (service === undefined) return [];
  const { namespace, name, port = DEFAULT_PORT } = service;
  const spec = record(model.find("Service", namespace, name)?.object.spec);
  const ports = records(spec.ports).map((one) => one.port);
  // Templates that were not rendered can become any port.
  const isKnown = ports.length > 0 && ports.every((one) => typeof one === "number");
  if (!isKnown || spec.type === "ExternalName" || ports.includes(port)) return [];
  const given = service.port === undefined ? `${port}, the default,` : String(port);
  const message = `${called} is called at port ${given} of the Service ${namespace}/${name}, which has ${ports.join(", ")}: every call fails`;
  const [only, ...more] = ports;
  const fix = more.length === 0 ? `write port: ${only}, or give the Service the port ${port}` : "";
  return [{ of, webhook, path: [...path, "service", "port"], message, fix }];
}

/** A target port with a name is that of a port of the containers; a number need not be declared. */
function targetProblem(endpoint: Endpoint, model: Model): Problem[] {
  const found = serviceOf(endpoint, model);
  if (found === undefined) return [];
  const { of, index, target, workloads } = found;
  if (typeof target !== "string" || /[^a-z0-9-]/.test(target)) return [];
  const declared = workloads.flatMap(({ template: { spec } }) =>
    [...records(spec.containers), ...records(spec.initContainers)].flatMap((one) =>
      records(one.ports).map(({ name: own }) => own),
    ),
  );
  const [first] = workloads;
  if (first === undefined || declared.includes(target)) return [];
  const names = declared.filter((one) => typeof one === "string");
  const own = names.length === 0 ? "they name none" : `their ports are named ${names.join(", ")}`;
  const message = `no container of ${workloadText(first)} has a port named "${target}" (${own}): the Service has no endpoint, and every call fails`;
  const [only, ...more] = names;
  const fix = only === undefined || more.length > 0 ? "" : `write targetPort: ${only}`;
  return [{ of, path: ["spec", "ports", index, "targetPort"], message, fix, connection: endpoint }];
}

/**
 * The documentation of `url`: "The host should not refer to a service running in the cluster". The API server resolves
 * names as its machine does, not with the DNS of the cluster.
 */
const serviceAsUrl: Rule = {
  id: "service-as-url",
  severity: "warning",
  summary: "A webhook has the DNS name of a Service as its url, which an API server usually cannot resolve",
  check: (model) =>
    endpointsOf(model).flatMap((endpoint): Problem[] => {
      const { of, webhook, called, path, config } = endpoint;
      const host = config.url === undefined ? undefined : serverNameOf(endpoint);
      const [name = "", namespace = "", mark, ...domain] = (host ?? "").split(".");
      if (mark !== "svc" || (domain.length > 0 && domain.join(".") !== "cluster.local")) return [];
      const { port, pathname } = new URL(config.url ?? "");
      const service = [
        `name: ${name}`,
        `namespace: ${namespace}`,
        ...(pathname === "/" ? [] : [`path: ${pathname}`]),
        ...(port === "" ? [] : [`port: ${port}`]),
      ];
      const message = `the url of ${called} has the name of a Service, and the API server does not use the DNS of the cluster: unless its machine does, the name is not found`;
      return [{ of, webhook, path: [...path, "url"], message, fix: `service: {${service.join(", ")}}` }];
    }),
};

/** Without a path, the API server calls `/`. A program that answers admission at paths of its own rarely converts there. */
const conversionPath: Rule = {
  id: "conversion-path",
  severity: "warning",
  summary: "A conversion webhook has no path, and the other webhooks of its Service have one",
  check: (model) => {
    const endpoints = endpointsOf(model);
    return endpoints.flatMap((endpoint): Problem[] => {
      const { of, webhook, path, config } = endpoint;
      if (webhook !== "" || config.service === undefined || hasPath(config.service)) return [];
      const others = endpoints.filter((one) => one !== endpoint && hasSameService(one, endpoint));
      if (others.length === 0 || !others.every(({ config: { service } }) => hasPath(service))) return [];
      const message =
        "the conversion has no path, so that the API server calls / of a program whose other webhooks have paths";
      const fix = "path: /convert (controller-runtime converts there)";
      return [{ of, path: [...path, "service"], message, fix }];
    });
  },
};

const hasPath = (service: { readonly path?: string } | undefined): boolean =>
  !["", "/"].includes(service?.path ?? "");

/** Rules about the Service or the URL at which a webhook is called. */
export const addressRules: readonly Rule[] = [servicePort, serviceAsUrl, conversionPath];

/** v1 requires None or NoneOnDryRun. v1beta1, and configurations that were stored with it, do not. */
export const dryRunRefused: Rule = {
  id: "dry-run-refused",
  severity: "warning",
  summary: "A webhook may have side effects, so that the API server refuses dry runs of its requests",
  check: ({ webhooks, configurations }) => {
    // Configurations that the server refuses have another finding.
    const refused = new Set(configurations.filter((one) => one.errors().length > 0).map(({ of }) => of));
    return webhooks
      .filter(
        ({ of, hook }) => !refused.has(of) && !["None", "NoneOnDryRun"].includes(hook.sideEffects ?? ""),
      )
      .map(({ of, base, name, hook }) => ({
        of,
        path: [...base, "sideEffects"],
        webhook: name,
        message: `sideEffects is ${hook.sideEffects ?? "not set"}: the API server refuses dry runs (kubectl diff, kubectl apply --dry-run=server) of its requests`,
        fix: "write sideEffects: None, or NoneOnDryRun if the webhook checks request.dryRun",
      }));
  },
};
