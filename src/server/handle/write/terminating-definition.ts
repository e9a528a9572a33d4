import { forbidden, type StatusError } from "../../../api/status.ts";
import { groupResource, type Target } from "../target.ts";

/** Custom resources whose definition is being deleted take no new objects. */
export const terminatingDefinition = (target: Target, name: string): StatusError =>
  forbidden(
    groupResource(target),
    name,
    "create not allowed while custom resource definition is terminating",
  );
