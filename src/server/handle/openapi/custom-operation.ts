import { LISTING, type OperationFacts } from "./operation.ts";

const TYPES = ["application/json", "application/yaml"];

/**
 * An operation as the reference describes it for a custom kind: its documents are written by code of its own
 * (apiextensions-apiserver, pkg/controller/openapi/builder/builder.go, buildRoute), which says less and little otherwise.
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

/** Bodies have the types of the answers. Many are deleted without options. */
function withBody({ body, ...facts }: OperationFacts): OperationFacts {
  const any = body?.["*/*"];
  if (body === undefined || facts.action === "deletecollection") return facts;
  return { ...facts, body: any === undefined ? body : Object.fromEntries(TYPES.map((type) => [type, any])) };
}
