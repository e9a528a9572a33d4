import type { JsonObject } from "../../../json/value.ts";
import { type Endpoint, type ManifestOptions, manifests } from "../../../webhook/index.ts";
import { fileNames, manifestText, manifestTexts } from "./manifest-text.ts";

const FORMATS = ["yaml", "kustomize", "helm"] as const;
/** Forms of the manifests: one file, a kustomization or a chart. */
export type Format = (typeof FORMATS)[number];

/** Files by their paths. */
export type Layout = Readonly<Record<string, string>>;

/** One text for `kubectl apply -f`. */
export const yamlText = async (endpoints: readonly Endpoint[], options: ManifestOptions): Promise<string> =>
  manifestTexts(await manifests(endpoints, options));

/** A folder for `kubectl apply -k`: image and replicas are changed in kustomization.yaml, or in an overlay. */
export async function kustomizeLayout(
  endpoints: readonly Endpoint[],
  options: ManifestOptions,
): Promise<Layout> {
  const objects = await manifests(endpoints, options);
  const resources = fileNames(objects, options.name);
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources,
    ...(options.image === undefined ? {} : { images: [imageOf(options.image)] }),
    replicas: [{ name: options.name, count: options.replicas ?? 2 }],
  };
  if (options.image === undefined) Reflect.deleteProperty(kustomization, "replicas");
  return { "kustomization.yaml": manifestText(kustomization), ...filesOf(resources, objects) };
}

/** Stand where a chart has what is known only when it is installed. Names that a cluster accepts, so that they can be checked. */
const NAMESPACE = "sallyport-release-namespace";
const IMAGE = "sallyport.invalid/image-of-the-values";
const REPLICAS = 198_198;

/** A chart for `helm install`: image and replicas are values, the namespace is that of the release. */
export async function helmLayout(
  endpoints: readonly Endpoint[],
  options: ManifestOptions,
  version: string,
): Promise<Layout> {
  const { name, image = IMAGE, replicas = 2 } = options;
  const given = { ...options, namespace: NAMESPACE, image: IMAGE, replicas: REPLICAS };
  // Helm makes the namespace, or not: `--create-namespace`.
  const objects = (await manifests(endpoints, given)).filter(({ kind }) => kind !== "Namespace");
  const templates = fileNames(objects, name).map((file) => `templates/${file}`);
  const chart = { apiVersion: "v2", name, version, description: `The admission webhooks ${name}` };
  const values = { image: image === IMAGE ? "" : image, replicas };
  const files = Object.entries(filesOf(templates, objects));
  return {
    "Chart.yaml": manifestText(chart),
    "values.yaml": manifestText(values),
    ...Object.fromEntries(files.map(([file, text]) => [file, templated(text)])),
  };
}

/** Escapes braces that Helm would take for template expressions. */
const templated = (text: string): string =>
  text
    .replaceAll("{{", '{{ "{{" }}')
    .replaceAll(NAMESPACE, "{{ .Release.Namespace }}")
    .replaceAll(IMAGE, '{{ required "image: which image has the webhooks?" .Values.image }}')
    .replaceAll(String(REPLICAS), "{{ .Values.replicas }}");

const filesOf = (names: readonly string[], objects: readonly JsonObject[]): Layout =>
  Object.fromEntries(objects.map((object, index) => [names[index] ?? "", manifestText(object)]));

/** `host:5000/checks:1` is of a registry with a port. */
function imageOf(image: string): JsonObject {
  const colon = image.lastIndexOf(":");
  if (image.includes("@") || colon <= image.lastIndexOf("/")) return { name: image };
  return { name: image.slice(0, colon), newTag: image.slice(colon + 1) };
}
