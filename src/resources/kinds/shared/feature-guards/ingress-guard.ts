import type { KubeObject } from "../../../../api/meta.ts";
import { dns1035LabelProblems, dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { IngressBackend, IngressSpec } from "../../../../types/tables/networking/v1-types.ts";
import type { FieldGuard } from "../../../define/field-guard.ts";
import { specOf } from "../../../define/strategy.ts";

/**
 * Guard of the relaxed rules for service names: objects that already use them keep them
 * (allowRelaxedServiceNameValidation of the reference).
 */
export const relaxedNames: FieldGuard = {
  gate: "RelaxedServiceNameValidation",
  isUsed: (old: KubeObject) => backendsOf(specOf<IngressSpec>(old)).some(hasRelaxedName),
  drop: () => {},
};

const backendsOf = ({ defaultBackend, rules = [] }: IngressSpec): (IngressBackend | undefined)[] => [
  defaultBackend,
  ...rules.flatMap(({ http }) => http?.paths ?? []).map(({ backend }) => backend),
];

function hasRelaxedName(backend: IngressBackend | undefined): boolean {
  const name = backend?.service?.name;
  return (
    name !== undefined && dns1123LabelProblems(name).length === 0 && dns1035LabelProblems(name).length > 0
  );
}
