import type { Features } from "../../../resources/features/features.ts";
import { type AuthorizationAttributes, fieldRequirements } from "../attributes.ts";
import type { Decision } from "../authorize.ts";
import type { NodeGraph } from "./node-graph.ts";

/** Decision about a request of a node for one kind of objects. */
export type Decide = (
  attributes: AuthorizationAttributes,
  node: string,
  graph: NodeGraph,
  features: Features,
) => Decision;

export const ALLOWED: Decision = { decision: "allow", reason: "" };

/** Leaves the decision to the next authorizer. */
export const noOpinion = (reason: string): Decision => ({ decision: "noOpinion", reason });

/** Returns true if a selector allows only objects with this value in a field. */
export const selectsOnly = (attributes: AuthorizationAttributes, field: string, value: string): boolean =>
  fieldRequirements(attributes).some(
    (one) => one.field === field && one.operator === "=" && one.value === value,
  );
