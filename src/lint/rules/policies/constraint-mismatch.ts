import type { Manifest } from "../../../explain/offline/manifests.ts";
import { type Path, valueAt } from "../../../explain/sources.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  record,
  records,
  text,
  texts,
} from "../../../json/value.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, kindOf, nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Gatekeeper makes the CustomResourceDefinition of a constraint from its template. */
export const constraintMismatch: Rule = {
  id: "constraint-mismatch",
  severity: "error",
  summary:
    "A constraint of Gatekeeper does not fit its template or names no kind, or a template has the wrong name",
  check: (model) => [
    ...model.of("ConstraintTemplate").flatMap(nameProblem),
    ...model.manifests
      .filter((one) => groupOf(one) === "constraints.gatekeeper.sh")
      .flatMap((one) => [
        ...otherCase(one, model),
        ...parameterProblems(one, model),
        ...kindProblems(one, model),
      ]),
  ],
};

const KIND: Path = ["spec", "crd", "spec", "names", "kind"];

function nameProblem(of: Manifest): Problem[] {
  const kind = text(valueAt(of.object, KIND));
  const right = kind.toLowerCase();
  if (kind === "" || nameOf(of) === right) return [];
  const message = `Gatekeeper refuses the template: its name has to be the kind of its constraints in lower case, ${right}`;
  return [{ of, path: ["metadata", "name"], message, fix: `write ${right}` }];
}

/** A constraint whose kind differs from that of a template by upper and lower case only. */
function otherCase(of: Manifest, model: Model): Problem[] {
  const kinds = model.of("ConstraintTemplate").map(({ object }) => text(valueAt(object, KIND)));
  const meant = kinds.find((kind) => kind.toLowerCase() === kindOf(of).toLowerCase());
  if (meant === undefined || kinds.includes(kindOf(of))) return [];
  const message = `there is no template of the kind ${kindOf(of)}, but one of ${meant}: kinds are told apart by upper and lower case`;
  return [{ of, path: ["kind"], message, fix: `write ${meant}` }];
}

/** Parameters with another type than the schema of the template has, and such that are not in it. */
function parameterProblems(of: Manifest, model: Model): Problem[] {
  const template = model.of("ConstraintTemplate").find(({ object }) => valueAt(object, KIND) === kindOf(of));
  const validation = record(valueAt(template?.object, ["spec", "crd", "spec", "validation"]));
  const { type, properties, ...rest } = record(validation.openAPIV3Schema);
  const parameters = record(of.object.spec).parameters;
  const path = ["spec", "parameters"];
  if (type !== "object" || parameters === undefined) return [];
  if (!isJsonObject(parameters))
    return [{ of, path, message: "the template wants an object here, KEY: VALUE", fix: "write KEY: VALUE" }];
  const isPruned =
    validation.legacySchema === false ||
    (validation.legacySchema === undefined && template?.object.apiVersion === "templates.gatekeeper.sh/v1");
  if (!isPruned || properties === undefined || Object.keys(rest).some((key) => OPEN.test(key))) return [];
  return Object.entries(parameters).flatMap(([key, value]): Problem[] => {
    const schema = record(properties)[key];
    if (schema === undefined) {
      const known = Object.keys(record(properties)).join(", ");
      const message = `the template has no parameter ${key}, so that it is not stored: it has ${known}`;
      return [{ of, path: [...path, key], message }];
    }
    const wanted = text(record(schema).type);
    if (!isOtherForm(wanted, value)) return [];
    const message = `the template wants ${wanted === "array" ? "a list" : "an object"} here`;
    return [{ of, path: [...path, key], message }];
  });
}

const OPEN = /^(?:additionalProperties|x-kubernetes-)/;

const isOtherForm = (wanted: string, value: Json | undefined): boolean =>
  (wanted === "array" && !Array.isArray(value)) || (wanted === "object" && !isJsonObject(value ?? null));

/** Kinds that are written as resources, and groups that do not have the kind: a constraint matches by both. */
function kindProblems(of: Manifest, { registry }: Model): Problem[] {
  const match: JsonObject = record(record(of.object.spec).match);
  return records(match.kinds).flatMap((entry, index) => {
    const path: Path = ["spec", "match", "kinds", index];
    const groups = texts(entry.apiGroups);
    return texts(entry.kinds).flatMap((kind, place): Problem[] => {
      const meant = registry.resources.find(({ plural }) => plural === kind)?.hub.kind;
      if (meant !== undefined) {
        const message = `kinds has the kinds of objects, not their resources: ${kind} matches nothing`;
        return [{ of, path: [...path, "kinds", place], message, fix: `write ${meant}` }];
      }
      const [first, ...more] = registry.resources.filter(({ hub }) => hub.kind === kind);
      const having = [first, ...more].map((one) => one?.group);
      const isOther = groups.every(
        (group) => group !== "*" && !having.includes(group) && !group.includes("."),
      );
      if (first === undefined || first.custom || groups.length === 0 || !isOther) return [];
      const message = `no group here has the kind ${kind}, so that it matches nothing`;
      return [{ of, path: [...path, "apiGroups"], message, fix: `write ${JSON.stringify(first.group)}` }];
    });
  });
}
