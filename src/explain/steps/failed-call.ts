import type { WebhookHook } from "../../admission/hook.ts";
import type { CallOutcome } from "../../admission/verdict.ts";
import type { Path } from "../sources.ts";

/** What went wrong with a call, in words, and which part of the webhook has to do with it. */
export interface FailureText {
  readonly message: string;
  readonly place: Path;
  readonly fix: string;
  /** Nobody answered at the address. */
  readonly isUnreached?: boolean;
}

export type Failed = CallOutcome & { kind: "failed" };

/** Where a webhook is to be reached. */
export function addressPlace({ target }: WebhookHook): Path {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return ["clientConfig", "url"];
  return service === undefined ? ["clientConfig"] : ["clientConfig", "service"];
}

export const addressOf = ({ target }: WebhookHook): string => {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return url;
  return service === undefined ? "" : `service ${service.namespace}/${service.name}`;
};
