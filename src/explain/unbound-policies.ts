import { isJsonObject, type JsonObject } from "../api/json.ts";
import type { Cause } from "./explanation.ts";
import { placeIn, type Sources } from "./sources.ts";

/** Policies without a binding, which nobody ever asks, and bindings whose policy is not there. */
export function unboundPolicies(objects: readonly JsonObject[], sources: Sources): Cause[] {
  return ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"].flatMap((kind) => {
    const policies = objects.filter((object) => object.kind === kind).map(nameOf);
    const bindings = objects.filter((object) => object.kind === `${kind}Binding`);
    const bound = new Set(bindings.map(policyNameOf));
    const cause = (of: string, name: string, message: string, path: readonly string[], fix = ""): Cause => ({
      code: "no-binding",
      of: `${of}/${name}`,
      webhook: "",
      message,
      saw: null,
      at: placeIn(sources.find(of, name), path),
      fix,
    });
    return [
      ...policies
        .filter((name) => !bound.has(name))
        .map((name) =>
          cause(kind, name, `it has no ${kind}Binding: nobody ever asks it`, ["metadata", "name"]),
        ),
      ...bindings
        .filter((binding) => !policies.includes(policyNameOf(binding)))
        .map((binding) =>
          cause(
            `${kind}Binding`,
            nameOf(binding),
            `there is no ${kind} "${policyNameOf(binding)}"`,
            ["spec", "policyName"],
            policies.length === 1 ? (policies[0] ?? "") : "",
          ),
        ),
    ];
  });
}

const nameOf = ({ metadata }: JsonObject): string =>
  isJsonObject(metadata) ? String(metadata.name ?? "") : "";
const policyNameOf = ({ spec }: JsonObject): string =>
  isJsonObject(spec) ? String(spec.policyName ?? "") : "";
