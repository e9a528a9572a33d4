import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;

/** A case: manifests, and a label that was written before `lint` saw them. A sound case has no `defect`. */
export interface PlantedCase {
  readonly name: string;
  /** Name of the YAML file in this folder. */
  readonly file: string;
  /** The object and the field at fault, such as `ValidatingAdmissionPolicy/a spec.validations[0].expression`. */
  readonly at: string;
  readonly defect: string;
  /** A regular expression (alternatives of words) that the text of the right finding matches. */
  readonly says: string;
  /** The manifests as one stream of YAML documents. */
  readonly manifests: string;
}

/**
 * Reads the cases of all files whose names begin, or do not begin, with `sound`.
 * A case begins with `# case: NAME`; the lines `# KEY: VALUE` that follow are its label, and three keys add manifests:
 * `serve: NAMESPACE/NAME` the Service and the Deployment of a webhook, `certificate: NAMESPACE/NAME` a Certificate of
 * cert-manager for it, `bind: POLICY,...` bindings with the action Deny. `${NAME}` is the text of `pem/NAME.txt` in base64.
 */
export function readPlantedCases(which: "planted" | "sound"): PlantedCase[] {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".yaml") && file.startsWith("sound") === (which === "sound"),
  );
  return files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("# case: ")
      .slice(1)
      .map((text) => readCase(file, text)),
  );
}

function readCase(file: string, text: string): PlantedCase {
  const [name = "", ...lines] = text.split("\n");
  const labels = new Map<string, string>();
  while (lines[0]?.startsWith("# ")) {
    const [key = "", ...value] = (lines.shift() ?? "").slice(2).split(": ");
    labels.set(key, value.join(": "));
  }
  const label = (key: string) => labels.get(key) ?? "";
  const documents = [
    lines.join("\n"),
    ...served(label("serve")),
    ...certified(label("certificate")),
    ...bound(label("bind"), lines.join("\n")),
  ];
  const manifests = documents.map((document) => document.trimEnd()).join("\n---\n");
  return {
    name,
    file,
    at: label("at"),
    defect: label("defect"),
    says: label("says"),
    manifests: withBase64(manifests),
  };
}

/** The Service and the Deployment of a webhook: port 443 to 9443, with the certificate of the Secret NAME-tls. */
function served(path: string): string[] {
  const [namespace, name] = path.split("/");
  if (!name) return [];
  return [
    `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: ${namespace}}
spec: {selector: {app: ${name}}, ports: [{port: 443, targetPort: 9443}]}`,
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - {name: webhook, image: "registry.acme.io/${name}:1.0", ports: [{containerPort: 9443}], volumeMounts: [{name: tls, mountPath: /tls}]}
      volumes: [{name: tls, secret: {secretName: ${name}-tls}}]`,
  ];
}

function certified(path: string): string[] {
  const [namespace, name] = path.split("/");
  if (!name) return [];
  return [
    `apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: ${name}, namespace: ${namespace}}
spec: {secretName: ${name}-tls, dnsNames: [${name}.${namespace}.svc], issuerRef: {kind: Issuer, name: ${name}}}`,
    `apiVersion: cert-manager.io/v1
kind: Issuer
metadata: {name: ${name}, namespace: ${namespace}}
spec: {selfSigned: {}}`,
  ];
}

function bound(policies: string, manifests: string): string[] {
  return policies
    .split(",")
    .filter(Boolean)
    .map((policy) => {
      const mutating = manifests.includes(`kind: MutatingAdmissionPolicy\nmetadata: { name: ${policy} }`);
      return `apiVersion: admissionregistration.k8s.io/v1
kind: ${mutating ? "Mutating" : "Validating"}AdmissionPolicyBinding
metadata: {name: ${policy}}
spec: {policyName: ${policy}${mutating ? "" : ", validationActions: [Deny]"}}`;
    });
}

function withBase64(text: string): string {
  const [first = "", ...rest] = text.split("${");
  return rest.reduce((joined, part) => {
    const end = part.indexOf("}");
    return `${joined}${readFileSync(join(folder, "pem", `${part.slice(0, end)}.txt`)).toString("base64")}${part.slice(end + 1)}`;
  }, first);
}
