import { LISTING, type OperationFacts } from "./operation.ts";

const TYPES = ["application/json", "application/yaml"];

/**
 * Describes an operation of a custom kind. The reference has separate code for these documents
 * (apiextensions-apiserver, pkg/controller/openapi/builder/builder.go, buildRoute), which describes less, and
 * a few things differently.
 */
export function customOperation({ streams: _streams, ...facts }: OperationFacts): OperationFacts {
  return withBody({ ...facts, types: TYPES, ...OTHERWISE[facts.action ?? ""]?.(facts) });
}

type Change = (facts: OperationFacts) => Partial<OperationFacts>;

const OTHERWISE: Readonly<Record<string, Change>> = {
  get: () => ({ parameters: ["resourceVersion"] }),
  list: ({ description }) => ({ description: description.replace("list or watch", "list") }),
  deletecollection: () => ({ parameters: LISTING }),
  patch: () => ({ statuses: ["200"] }),
};

/** Sets the types of the body to those of the response. The deletion of a collection has no body. */
function withBody({ body, ...facts }: OperationFacts): OperationFacts {
  const any = body?.["*/*"];
  if (body === undefined || facts.action === "deletecollection") return facts;
  return { ...facts, body: any === undefined ? body : Object.fromEntries(TYPES.map((type) => [type, any])) };
}
