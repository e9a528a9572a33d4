/** API server without ports and without a storage engine: one request in, one response out. */
export type { AnonymousAccess, Authenticator } from "./authenticate/authenticate.ts";
export type { AuthenticateToken, TokenOwner } from "./authenticate/authenticate-token.ts";
export { bearerToken, parseTokenFile } from "./authenticate/bearer-token.ts";
export { clientCertificate } from "./authenticate/client-certificate.ts";
export type { AuthorizationMode, AuthorizerList, OwnAuthorizer } from "./authorize/authorizer-chain.ts";
export type { ServerOptions } from "./options.ts";
export { createAudit } from "./record/audit.ts";
export { type AuditPolicy, parseAuditPolicy } from "./record/audit-policy.ts";
export { createMetrics } from "./record/metrics.ts";
export type { Recorder } from "./record/recorder.ts";
export { createServer, type Server } from "./server.ts";
