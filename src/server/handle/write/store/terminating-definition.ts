import { forbidden, type StatusError } from "../../../../api/status.ts";
import { groupResource, type Target } from "../../target.ts";

/** Builds the refusal of a new custom resource whose definition is terminating. */
export const terminatingDefinition = (target: Target, name: string): StatusError =>
  forbidden(
    groupResource(target),
    name,
    "create not allowed while custom resource definition is terminating",
  );
