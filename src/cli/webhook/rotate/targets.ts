import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record, text } from "../../../json/value.ts";
import { DEFAULT_PORT, serviceOf } from "../../../lint/bring-up/backend.ts";
import { certificateOf } from "../../../lint/bring-up/certificate-of.ts";
import { type Endpoint, endpointsOf } from "../../../lint/model/endpoints.ts";
import { Model } from "../../../lint/model/model.ts";
import { kindOf, nameOf } from "../../../lint/model/names.ts";

/** Webhook, or converter of a custom resource, that the API server calls. */
export interface Target {
  /** `ValidatingWebhookConfiguration/owners`, or of a definition that converts. */
  readonly of: string;
  /** Empty: a conversion. */
  readonly webhook: string;
  readonly kind: "mutating" | "validating" | "conversion";
  readonly path: string;
  /** Failures let requests pass, unchecked. */
  readonly ignores: boolean;
  /** Annotation of the controller that fills in its caBundle; empty if there is none. */
  readonly injector: string;
}

/** Targets that are rotated together, because they are behind one Service. */
export interface Rotation {
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
  readonly targets: readonly Target[];
  /** Number of serving pods; undefined if they are not among the manifests. */
  readonly replicas: number | undefined;
  /** Names of the Secrets that may hold the certificate; one of them does. */
  readonly secrets: readonly string[];
}

interface Rotations {
  readonly rotations: readonly Rotation[];
  /** Webhooks with a URL: the server behind it is not known. */
  readonly leftOut: readonly string[];
}

/** Webhooks and conversions by their Service. `leftOut` names those with a URL. */
export function rotationsIn(manifests: readonly Manifest[]): Rotations {
  const model = new Model(manifests, { now: Date.now() });
  const endpoints = endpointsOf(model);
  const keyOf = ({ config: { service } }: Endpoint): string =>
    service === undefined ? "" : `${service.namespace}/${service.name}`;
  const keys = [...new Set(endpoints.map(keyOf))].filter((key) => key !== "");
  return {
    rotations: keys.map((key) =>
      rotationOf(
        endpoints.filter((one) => keyOf(one) === key),
        model,
      ),
    ),
    leftOut: endpoints.filter((one) => keyOf(one) === "").map(({ called }) => called),
  };
}

function rotationOf(endpoints: readonly Endpoint[], model: Model): Rotation {
  const [endpoint] = endpoints;
  const { namespace = "", name = "", port = DEFAULT_PORT } = endpoint?.config.service ?? {};
  const workloads = (endpoint && serviceOf(endpoint, model)?.workloads) ?? [];
  const replicas = workloads.map(({ of }) => Number(record(of.object.spec).replicas ?? 1));
  const secrets = workloads
    .flatMap((one) => one.secrets)
    .filter((secret) => isCertificate(secret, namespace, model));
  return {
    service: { namespace, name, port },
    targets: endpoints.map((endpoint) => targetOf(endpoint, model)),
    replicas:
      replicas.length === 0
        ? undefined
        : Math.max(
            1,
            replicas.reduce((a, b) => a + b),
          ),
    secrets: [...new Set(secrets)],
  };
}

const isCertificate = (secret: string, namespace: string, model: Model): boolean =>
  text(model.find("Secret", namespace, secret)?.object.type) === "kubernetes.io/tls" ||
  certificateOf(secret, namespace, model) !== undefined;

function targetOf({ of, webhook, config, injector }: Endpoint, model: Model): Target {
  const entry = model.webhooks.find((one) => one.of === of && one.name === webhook);
  return {
    of: `${kindOf(of)}/${nameOf(of)}`,
    webhook,
    kind: webhook === "" ? "conversion" : (entry?.phase ?? "validating"),
    path: config.service?.path ?? "/",
    ignores: entry?.hook.failurePolicy === "Ignore",
    injector: injector?.annotation ?? "",
  };
}
