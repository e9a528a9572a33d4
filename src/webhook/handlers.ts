import type { KubeObject } from "../api/meta.ts";
import type { Operation, WebhookRequest } from "./request.ts";

type Handle<Result> = {
  /** A method, so that a handler may require more of its request, such as `oldObject` of an update. */
  call(subject: KubeObject, request: WebhookRequest): Result | Promise<Result>;
}["call"];

/** Handlers by operation, for both kinds of webhook. */
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

/** Returns the handler of a request; undefined if there is none. */
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

const OPERATIONS = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** Which handlers there are, whatever they take and return. */
interface Handled {
  readonly create?: unknown;
  readonly update?: unknown;
  readonly delete?: unknown;
  readonly connect?: unknown;
  readonly subresources?: Readonly<Record<string, Handled>>;
}

/** Returns the operations with a handler, in the order in which configurations list them. */
export function handledOperations(handlers: Handled): Operation[] {
  const all: readonly Handled[] = [handlers, ...Object.values(handlers.subresources ?? {})];
  return OPERATIONS.filter((operation) => all.some((one) => one[MEMBER[operation]] !== undefined));
}
