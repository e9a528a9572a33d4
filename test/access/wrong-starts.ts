import type { WrongStart } from "./case.ts";

const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";
const authentication = (name: string, text: string, ...more: string[]): WrongStart => ({
  name,
  files: { "auth.yaml": text },
  flags: ["--authentication-config=DIR/auth.yaml", ...more],
});
const jwt = (name: string, text: string): WrongStart => authentication(name, `${HEAD}jwt:\n${text}`);

const ISSUER = "- issuer: {url: https://x, audiences: [a]}\n";
const MAPPED = `${ISSUER}  claimMappings:\n    username: {claim: sub, prefix: ""}\n`;

/** Authentication settings with which no server starts. */
export const WRONG_AUTHENTICATION: readonly WrongStart[] = [
  authentication("an empty file", ""),
  authentication("no kind", "jwt: []\n"),
  authentication("another version", HEAD.replace("/v1", "/v2")),
  authentication("another kind", "apiVersion: v1\nkind: Pod\n"),
  { name: "no file", flags: ["--authentication-config=/nowhere/auth.yaml"] },
  jwt("an unknown field", "- issuer: {url: https://x, audiences: [a], foo: 1}\n"),
  jwt("a key twice", "- issuer: {url: https://x, url: https://y, audiences: [a]}\n"),
  jwt("audiences are numbers", "- issuer: {url: https://x, audiences: [3]}\n"),
  jwt("jwt is an object", "  issuer: {}\n"),
  jwt("an issuer is a text", "- issuer: x\n"),
  jwt("nothing", "- {}\n"),
  jwt(
    "no https",
    `- issuer: {url: "http://x", audiences: [a]}\n  claimMappings: {username: {claim: sub, prefix: x}}\n`,
  ),
  jwt(
    "much in the URL",
    `- issuer: {url: "https://u:p@x?q#f", audiences: [a, a, ""]}\n  claimMappings: {username: {claim: sub}}\n`,
  ),
  jwt("no URL", `- issuer: {url: "https://x:y", audiences: [a], discoveryURL: "https://x:y/"}\n`),
  jwt(
    "policies for audiences",
    `- issuer: {url: https://x, audiences: [a, b]}\n  claimMappings: {username: {claim: s, prefix: ""}}\n- issuer: {url: https://x, audiences: [a], audienceMatchPolicy: All}\n  claimMappings: {username: {claim: s, prefix: ""}}\n`,
  ),
  jwt(
    "no certificates",
    `- issuer: {url: https://x, audiences: [a], certificateAuthority: x, egressSelectorType: moon}\n  claimMappings: {username: {claim: s, prefix: ""}}\n`,
  ),
  jwt(
    "the server's own issuer",
    `- issuer: {url: "https://kubernetes.default.svc", audiences: [a]}\n  claimMappings: {username: {claim: s, prefix: ""}}\n`,
  ),
  jwt(
    "rules for claims",
    `${MAPPED}  claimValidationRules:\n  - {}\n  - {claim: a, expression: b}\n  - {claim: a, message: m}\n  - {claim: a}\n  - {expression: "claims.x", requiredValue: v}\n  - {expression: "true"}\n  - {expression: "true"}\n  - {expression: "claims.x +"}\n  - {expression: "clams.x"}\n`,
  ),
  jwt(
    "rules for users",
    `${MAPPED}  userValidationRules:\n  - {}\n  - {expression: "user.name"}\n  - {expression: "user.username"}\n  - {expression: "true"}\n  - {expression: "true"}\n  - {expression: "claims.x"}\n`,
  ),
  jwt(
    "names both ways",
    `${ISSUER}  claimMappings:\n    username: {claim: sub, expression: claims.sub}\n    groups: {claim: g}\n    uid: {claim: a, expression: b}\n`,
  ),
  jwt(
    "an expression with a prefix",
    `${ISSUER}  claimMappings:\n    username: {expression: claims.sub, prefix: x}\n    groups: {expression: "claims.g[", prefix: ""}\n`,
  ),
  jwt(
    "an address that nobody verified",
    `${ISSUER}  claimMappings:\n    username: {expression: claims.email}\n`,
  ),
  jwt(
    "an address that somebody verified",
    `${ISSUER.replace("https://x", "http://x")}  claimMappings:\n    username: {expression: "claims.?email.orValue('x')"}\n    extra: [{key: a.b/c, valueExpression: "string(claims.email_verified)"}]\n`,
  ),
  jwt(
    "keys of extra",
    `${MAPPED}    extra:\n    - {key: a, valueExpression: "1"}\n    - {key: Example.com/A, valueExpression: "'x'"}\n    - {key: x.k8s.io/a, valueExpression: "'x'"}\n    - {key: kubernetes.io/a, valueExpression: "'x'"}\n    - {key: a.b/c, valueExpression: ""}\n    - {key: a.b/c, valueExpression: "x"}\n    - {key: "", valueExpression: "'x'"}\n`,
  ),
  authentication(
    "conditions for nobody",
    `${HEAD}anonymous: {enabled: false, conditions: [{path: /livez}]}\n`,
  ),
  authentication("anonymous in both", `${HEAD}anonymous: {enabled: true}\n`, "--anonymous-auth=true"),
  authentication("no bool", `${HEAD}anonymous: {enabled: "x"}\n`),
  authentication("file and flags", HEAD, "--oidc-issuer-url=https://x", "--oidc-client-id=a"),
  { name: "no client", flags: ["--oidc-issuer-url=https://x"] },
  { name: "no issuer", flags: ["--oidc-groups-claim=g"] },
  { name: "flags without https", flags: ["--oidc-issuer-url=http://x", "--oidc-client-id=a"] },
  {
    name: "no CA file",
    flags: ["--oidc-issuer-url=https://x", "--oidc-client-id=a", "--oidc-ca-file=/nowhere/ca"],
  },
  {
    name: "a symmetric algorithm",
    flags: ["--oidc-issuer-url=https://x", "--oidc-client-id=a", "--oidc-signing-algs=HS256"],
  },
];
