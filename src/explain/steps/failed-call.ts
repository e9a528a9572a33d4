import type { HookTarget } from "../../admission/hook-target.ts";
import type { CallOutcome } from "../../admission/verdict.ts";
import type { Path } from "../sources.ts";

/** A failure of a call in words, with the part of the webhook that caused it. */
export interface FailureText {
  readonly message: string;
  /** Default: its clientConfig. */
  readonly place?: Path;
  /** Default: none is known. */
  readonly fix?: string;
  /** True if no server answered at the address. */
  readonly isUnreached?: boolean;
}

/** The place of most failures. */
export const CLIENT_CONFIG: Path = ["clientConfig"];

/** The part of a webhook that says where it is. */
export interface Addressed {
  readonly target: Pick<HookTarget, "clientConfig">;
}

/** Outcome of a call that failed. */
export type Failed = CallOutcome & { kind: "failed" };

/** Returns the path of the webhook's address. */
export function addressPlace({ target }: Addressed): Path {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return ["clientConfig", "url"];
  return service === undefined ? ["clientConfig"] : ["clientConfig", "service"];
}

/** Address of a webhook in texts: its URL, or `service demo/hooks`. */
export const addressOf = ({ target }: Addressed): string => {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return url;
  return service === undefined ? "" : `service ${service.namespace}/${service.name}`;
};
