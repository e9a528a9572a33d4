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

/** Returns true if a field selector allows only pods of this node. */
export const selectsOnlyNode = (attributes: AuthorizationAttributes, node: string): boolean =>
  fieldRequirements(attributes).some(
    ({ field, operator, value }) => field === "spec.nodeName" && operator === "=" && value === node,
  );
