import type { KubeObject } from "../api/meta.ts";
import type { Operation, WebhookRequest } from "./request.ts";

type Handle<Result> = (subject: KubeObject, request: WebhookRequest) => Result | Promise<Result>;

/** Handlers by operation, of both kinds of webhook, as dispatch sees them. */
export interface OneOf<Result> {
  readonly create?: Handle<Result>;
  readonly update?: Handle<Result>;
  readonly delete?: Handle<Result>;
  readonly connect?: Handle<Result>;
  readonly subresources?: Readonly<Record<string, OneOf<Result>>>;
}

const MEMBER: Readonly<Record<Operation, "create" | "update" | "delete" | "connect">> = {
  CREATE: "create",
  UPDATE: "update",
  DELETE: "delete",
  CONNECT: "connect",
};

/** Undefined: nobody handles such requests. */
export function pickHandler<Result>(
  handlers: OneOf<Result>,
  { operation, subresource }: WebhookRequest,
): Handle<Result> | undefined {
  const { subresources = {} } = handlers;
  const own =
    subresource !== "" && Object.hasOwn(subresources, subresource) ? subresources[subresource] : handlers;
  const member = MEMBER[operation];
  return member === undefined ? undefined : own?.[member]?.bind(own);
}

/** In the order in which configurations name them. */
export function handledOperations(handlers: OneOf<unknown>): Operation[] {
  const all = [handlers, ...Object.values(handlers.subresources ?? {})];
  return (Object.keys(MEMBER) as Operation[]).filter((operation) =>
    all.some((one) => one[MEMBER[operation]] !== undefined),
  );
}
