import type { AuthorizerList } from "../../../server/authorize/authorizer-chain.ts";

/** Authorizers that may follow their file. */
export interface OpenAuthorization {
  readonly authorizationModes: AuthorizerList;
  close(): void;
}
