import type { TolerationProblems } from "../../../admission/hooks/optional/pod-toleration-restriction/pod-toleration-restriction.ts";
import { collectErrors } from "../../../api/validation/field-report.ts";
import { checkTolerations } from "../../../resources/kinds/shared/pod-template/scheduling/tolerations.ts";
import type { Toleration } from "../../../types/tables/core/v1-types.ts";

/** The rules of `spec.tolerations` of pods, without what feature gates allow. */
export const tolerationProblems: TolerationProblems = (tolerations, path) =>
  collectErrors(path, (at) => checkTolerations(tolerations as readonly Toleration[], false, at)).map(
    ({ field, message }) => `${field}: ${message}`,
  );
