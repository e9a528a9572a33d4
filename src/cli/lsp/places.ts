import type { CodeLens, Location } from "vscode-languageserver";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type Path, valueAt } from "../../explain/sources.ts";
import { record, records, text } from "../../json/value.ts";
import { groupOf, kindOf, nameOf } from "../../lint/model/names.ts";
import type { Workspace } from "./workspace.ts";

/** The command of the lens; its arguments are the URI of the file and the line of the object. */
export const EXPLAIN = "sallyport.explain";

/** Returns the objects that the word on a line of an object names: a binding, a parameter or a Service. */
export function definitions(
  of: Manifest,
  line: number,
  word: string,
  chain: string,
  { manifests, model }: Workspace,
): Location[] {
  const isHere = (path: Path): boolean => of.place?.(path).line === line + 1;
  const kind = kindOf(of);
  const spec = record(of.object.spec);
  const [root, name] = chain.split(".");
  if (root === "variables" && name !== undefined) {
    const index = records(spec.variables).findIndex((one) => one.name === name);
    return index < 0 ? [] : places([of], ["spec", "variables", index]);
  }
  if (kind.endsWith("PolicyBinding")) {
    if (isHere(["spec", "policyName"]) && word === text(spec.policyName))
      return places(
        manifests.filter((one) => `${kindOf(one)}Binding` === kind && nameOf(one) === spec.policyName),
        ["metadata", "name"],
      );
    const { name: wanted, namespace = "" } = record(spec.paramRef);
    const policy = model.policies.find(
      (one) => `${kindOf(one.of)}Binding` === kind && one.name === spec.policyName,
    );
    const param = policy?.policy.paramKind;
    const found = param && model.find(param.kind, text(namespace), text(wanted));
    return found !== undefined && word === wanted ? places([found], ["metadata", "name"]) : [];
  }
  if (kind.endsWith("AdmissionPolicy") && word === nameOf(of))
    return places(
      manifests.filter(
        (one) => kindOf(one) === `${kind}Binding` && record(one.object.spec).policyName === word,
      ),
      ["spec", "policyName"],
    );
  const paths: Path[] = [
    ...records(of.object.webhooks).map((_, index): Path => ["webhooks", index, "clientConfig", "service"]),
    ["spec", "conversion", "webhook", "clientConfig", "service"],
  ];
  const service = paths
    .map((path) => record(valueAt(of.object, path)))
    .find((one, index) => one.name === word && isHere([...(paths[index] ?? []), "name"]));
  const found = service && model.find("Service", text(service.namespace), word);
  return found === undefined ? [] : places([found], ["metadata", "name"]);
}

const places = (manifests: readonly Manifest[], path: Path): Location[] =>
  manifests.flatMap((one): Location[] => {
    const place = one.place?.(path);
    if (place === undefined) return [];
    const at = { line: place.line - 1, character: 0 };
    return [{ uri: place.file, range: { start: at, end: at } }];
  });

/** Groups whose objects configure admission: no lens is shown at them. */
const CONFIGURED: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "kustomize.config.k8s.io",
  "test.sallyport",
]);

/** Returns a lens at each object that can be sent to a server. */
export const lenses = (uri: string, manifests: readonly Manifest[]): CodeLens[] =>
  manifests.flatMap((one): CodeLens[] => {
    const line = one.place?.(["kind"]).line;
    if (line === undefined || kindOf(one) === "" || nameOf(one) === "" || CONFIGURED.has(groupOf(one)))
      return [];
    const at = { line: line - 1, character: 0 };
    return [
      {
        range: { start: at, end: at },
        command: { title: "explain with this object", command: EXPLAIN, arguments: [uri, line - 1] },
      },
    ];
  });
