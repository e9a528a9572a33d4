import { dirname } from "node:path";
import { CONTAINER_LISTS } from "../../../api/pods/pod-containers.ts";
import { isNear } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { podSpecPath } from "../../../explain/pods/pod-template.ts";
import { type Path, valueAt } from "../../../explain/sources.ts";
import { type JsonObject, record, records, text } from "../../../json/value.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A name in an object that is that of another one, in the namespace of the first unless it says another. */
interface Reference {
  readonly of: Manifest;
  readonly path: Path;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * The object can be in other manifests: reported only if nothing refers to one with nearly its name, of the same kind and
 * namespace, in the same folder.
 */
export const nearReference: Rule = {
  id: "near-reference",
  severity: "warning",
  summary:
    "An object refers to one that is not among the manifests, where one with nearly its name has no reference",
  check: (model) => {
    if (model.complete) return [];
    const all = model.manifests.flatMap(referencesOf);
    const used = new Set(all.map(({ kind, name }) => `${kind} ${name}`));
    return all.flatMap((reference) => problemOf(reference, used, model));
  },
};

function problemOf(reference: Reference, used: ReadonlySet<string>, model: Model): Problem[] {
  const { of, path, kind, name, namespace } = reference;
  const same = model.of(kind).filter((one) => namespace === "" || ["", namespace].includes(namespaceOf(one)));
  if (same.some((one) => nameOf(one) === name)) return [];
  const near = same.filter(
    (one) =>
      isMisspelt(name, nameOf(one)) && !used.has(`${kind} ${nameOf(one)}`) && folderOf(one) === folderOf(of),
  );
  const [meant] = near;
  if (meant === undefined || near.length > 1) return [];
  const message = `there is no ${kind} ${name} among these manifests, and nothing refers to ${nameOf(meant)}: it is probably meant`;
  return [{ of, path, message, fix: `replace ${name} with ${nameOf(meant)}` }];
}

/** Names that differ in their numbers, such as those of releases, are different on purpose. */
const isMisspelt = (name: string, known: string): boolean =>
  name.length >= SHORTEST && isNear(name, known) && name.replace(/\D/g, "") === known.replace(/\D/g, "");

const SHORTEST = 5;

const folderOf = (of: Manifest): string => dirname(of.place?.([]).file ?? "");

function referencesOf(of: Manifest): Reference[] {
  const namespace = namespaceOf(of);
  const found: Reference[] = [];
  const note = (kind: string, path: Path, home = namespace): void => {
    const { [String(path.at(-1))]: name, optional } = record(valueAt(of.object, path.slice(0, -1)));
    if (kind !== "" && text(name) !== "" && optional !== true)
      found.push({ of, path, kind, name: text(name), namespace: home });
  };
  const { roleRef, subjects, spec } = of.object;
  note(text(record(roleRef).kind), ["roleRef", "name"], record(roleRef).kind === "Role" ? namespace : "");
  for (const [index, subject] of records(subjects).entries())
    if (subject.kind === "ServiceAccount")
      note("ServiceAccount", ["subjects", index, "name"], text(subject.namespace));
  const { issuerRef } = record(spec);
  if (kindOf(of) === "Certificate")
    note(text(record(issuerRef).kind) || "Issuer", ["spec", "issuerRef", "name"]);
  const { scaleTargetRef } = record(spec);
  note(text(record(scaleTargetRef).kind), ["spec", "scaleTargetRef", "name"]);
  const base = podSpecPath(of.object);
  for (const [kind, path] of inPodSpec(record(valueAt(of.object, base)))) note(kind, [...base, ...path]);
  return found;
}

/** The names in the spec of a pod, by the kind of the object. */
function* inPodSpec(spec: JsonObject): Iterable<readonly [kind: string, path: Path]> {
  yield ["ServiceAccount", ["serviceAccountName"]];
  for (const [index] of records(spec.volumes).entries()) {
    const at = ["volumes", index];
    yield ["Secret", [...at, "secret", "secretName"]];
    yield ["ConfigMap", [...at, "configMap", "name"]];
    yield ["PersistentVolumeClaim", [...at, "persistentVolumeClaim", "claimName"]];
  }
  for (const list of CONTAINER_LISTS)
    for (const [index, { env, envFrom }] of records(spec[list]).entries()) {
      const at = [list, index];
      for (const [i] of records(env).entries()) {
        yield ["Secret", [...at, "env", i, "valueFrom", "secretKeyRef", "name"]];
        yield ["ConfigMap", [...at, "env", i, "valueFrom", "configMapKeyRef", "name"]];
      }
      for (const [i] of records(envFrom).entries()) {
        yield ["Secret", [...at, "envFrom", i, "secretRef", "name"]];
        yield ["ConfigMap", [...at, "envFrom", i, "configMapRef", "name"]];
      }
    }
}
