import { parseGroupVersion } from "../../api/group-version.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { account, controller } from "../../explain/pods/made-objects.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { groupOf, kindOf, labelsOf, nameOf, namespaceOf } from "../model/names.ts";
import { APPLIER, KUBELET } from "../requests/lint-request.ts";
import { type Backend, inNamespace, type Workload, workloadsIn, workloadText } from "./backend.ts";
import { certificateOf } from "./certificate-of.ts";
import { endpoints, podWrites, recoveryWrites, type Write, writeOf } from "./recovery-writes.ts";

/**
 * Returns the writes that are needed until a backend works, in a cluster that has only its webhook
 * configurations.
 */
export function startWrites(backend: Backend, model: Model): Write[][] {
  const { service, namespace } = backend;
  const shared = [
    ...applied(model.find("Namespace", "", namespace), "", model),
    ...applied(service, namespace, model),
    endpoints(service.object, namespace, false),
    node(),
    ...injected(backend, model),
  ];
  return recoveryWrites(backend, model).map((writes, index) => {
    const workload = backend.workloads[index];
    return [...shared, ...(workload === undefined ? [] : around(workload, model)), ...writes];
  });
}

/**
 * Returns the writes for a workload, the objects that its pods mount, and the objects that its controllers
 * create.
 */
function around(workload: Workload, model: Model): Write[] {
  const { of, namespace, secrets, configMaps, account: user } = workload;
  return [
    ...applied(inNamespace(model, "ServiceAccount", namespace, user), namespace, model),
    ...configMaps.flatMap((name) =>
      applied(inNamespace(model, "ConfigMap", namespace, name), namespace, model),
    ),
    ...secrets.flatMap((name) => secret(name, namespace, model)),
    ...applied(of, namespace, model),
    ...madeFor(workload),
  ];
}

/** Returns the write of a manifest by a user; none if the object is not among the manifests. */
export function applied(of: Manifest | undefined, namespace: string, model: Model): Write[] {
  const found = of && model.registry.findKind(groupOf(of), versionOf(of), kindOf(of));
  if (of === undefined) return [];
  const plural = found?.kind.plural ?? `${kindOf(of).toLowerCase()}s`;
  const at = groupOf(of) === "" ? "" : `.${groupOf(of)}/${versionOf(of)}`;
  return [
    writeOf(`${plural}${at}`, {
      namespace,
      name: nameOf(of),
      user: APPLIER,
      object: of.object,
      without: `${kindOf(of)} ${namespace === "" ? "" : `${namespace}/`}${nameOf(of)} cannot be created`,
    }),
  ];
}

const versionOf = ({ object }: Manifest): string => parseGroupVersion(text(object.apiVersion)).version;

/** Returns the writes of controllers for a workload before there are pods. */
function madeFor(workload: Workload): Write[] {
  const { kind, name, namespace, template } = workload;
  if (kind !== "Deployment") return [];
  const labels = { ...record(template.metadata.labels), "pod-template-hash": "0" };
  const object: JsonObject = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: `${name}-0`, namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: template.spec },
    },
  };
  return [
    writeOf("replicasets.apps/v1", {
      namespace,
      name: `${name}-0`,
      user: controller("deployment-controller"),
      object,
      without: `${workloadText(workload)} gets no ReplicaSet, and no pods`,
    }),
  ];
}

/**
 * Returns the writes for a Secret, or for the Certificate that creates it; none if neither is among the
 * manifests.
 */
function secret(name: string, namespace: string, model: Model): Write[] {
  const given = inNamespace(model, "Secret", namespace, name);
  if (given !== undefined) return applied(given, namespace, model);
  const certificate = certificateOf(name, namespace, model);
  return certificate === undefined ? [] : issued(certificate, name, namespace, model);
}

/**
 * Returns the writes for a Certificate, for the objects that cert-manager creates from it, and for
 * cert-manager itself if it is among the manifests.
 */
function issued(certificate: Manifest, name: string, namespace: string, model: Model): Write[] {
  const issuer = certManager("controller", model);
  const user = account(issuer?.namespace ?? "cert-manager", issuer?.account ?? "cert-manager");
  const { template = {}, secretName: _name, ...spec } = record(certificate.object.spec);
  const certificateName = nameOf(certificate);
  const without = `Certificate ${namespace}/${certificateName} is not issued: there is no Secret ${name} for the pods`;
  return [
    ...applied(certificate, namespace, model),
    writeOf("certificaterequests.cert-manager.io/v1", {
      namespace,
      name: `${certificateName}-1`,
      user,
      object: {
        apiVersion: "cert-manager.io/v1",
        kind: "CertificateRequest",
        metadata: { name: `${certificateName}-1`, namespace, ...record(template) },
        spec: { issuerRef: record(spec.issuerRef) },
      },
      without,
    }),
    writeOf("secrets", {
      namespace,
      name,
      user,
      object: {
        apiVersion: "v1",
        kind: "Secret",
        type: "kubernetes.io/tls",
        metadata: {
          name,
          namespace,
          labels: {
            ...labelsOf({ object: { metadata: record(spec.secretTemplate) }, line: () => "" }, "labels"),
            "controller.cert-manager.io/fao": "true",
          },
        },
      },
      without,
    }),
    ...(issuer === undefined ? [] : podWrites(issuer, model)),
  ];
}

/**
 * Returns the writes that are needed for the CA bundle that cert-manager writes into a configuration. Without
 * the bundle the server does not trust the webhook.
 */
function injected({ hooks }: Backend, model: Model): Write[] {
  const wants = hooks.some(({ of }) =>
    Object.keys(labelsOf(of, "annotations")).some((key) => key.startsWith("cert-manager.io/inject-")),
  );
  const injector = wants ? certManager("cainjector", model) : undefined;
  const certificates = hooks.flatMap(({ of }) => {
    const [namespace = "", name = ""] = (
      labelsOf(of, "annotations")["cert-manager.io/inject-ca-from"] ?? ""
    ).split("/");
    const found = name === "" ? undefined : inNamespace(model, "Certificate", namespace, name);
    const into = text(record(found?.object.spec).secretName);
    return found === undefined || into === "" ? [] : issued(found, into, namespace, model);
  });
  return [...(injector === undefined ? [] : podWrites(injector, model)), ...certificates];
}

/** Finds the Deployment of a part of cert-manager by its image. */
function certManager(part: string, model: Model): Workload | undefined {
  const found = model
    .of("Deployment")
    .find((one) =>
      records(record(record(record(one.object.spec).template).spec).containers).some(
        (container) => imageName(text(container.image)) === `cert-manager-${part}`,
      ),
    );
  return found && workloadsIn(model, namespaceOf(found) || "cert-manager").find(({ of }) => of === found);
}

/** `registry.example.com:5000/a/cert-manager-controller:v1@sha256:…` → `cert-manager-controller`. */
const imageName = (image: string): string => (image.split("/").at(-1) ?? "").split(/[:@]/)[0] ?? "";

/** The registration of a node by its kubelet. */
const node = (): Write =>
  writeOf("nodes", {
    name: "node",
    user: KUBELET,
    object: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "node", labels: { "kubernetes.io/hostname": "node" } },
    },
    without: "nodes cannot join the cluster",
  });
