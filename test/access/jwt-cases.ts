import type { Asked, Place, Situation } from "./case.ts";
import type { Claims, How } from "./issuer.ts";

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const indent = (text: string, by: number): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => " ".repeat(by) + line)
    .join("\n");

const withIssuer = (
  { issuer }: Place,
  rest: string,
  audiences = "[server]\n    audienceMatchPolicy: MatchAny",
): string =>
  `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: ${issuer.url}
    audiences: ${audiences}
    certificateAuthority: |
${indent(issuer.ca, 6)}
${indent(rest, 2)}
`;

/** A SelfSubjectReview with a token. */
const whoami = (name: string, claims: Claims, how?: How): Asked => ({
  name,
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  token: ({ issuer }) => issuer.sign({ aud: "server", sub: "jane", exp: inAnHour(), ...claims }, how),
});

/** A TokenReview of a token by the administrator. */
const reviewed = (
  name: string,
  claims: Claims,
  how?: How,
  audiences?: string[],
): Asked & { reviewed: true } => ({
  ...whoami(`review: ${name}`, claims, how),
  path: "/apis/authentication.k8s.io/v1/tokenreviews",
  body: { ...(audiences && { audiences }) },
  reviewed: true,
});

/** Both requests, for tokens whose responses are of interest. */
const both = (name: string, claims: Claims, how?: How): Asked[] => [
  whoami(name, claims, how),
  reviewed(name, claims, how),
];

const PLAIN = `claimMappings:
  username: {claim: sub, prefix: "oidc:"}
  groups: {claim: groups, prefix: "oidc:"}
`;

export const JWT_SITUATIONS: readonly Situation[] = [
  {
    name: "claims with prefixes",
    flags: ["--authentication-config=DIR/auth.yaml"],
    files: (place) => ({ "auth.yaml": withIssuer(place, PLAIN) }),
    asked: [
      ...both("a user with groups", { groups: ["a", "b"], jti: "t-1" }),
      ...both("one group as a text", { groups: "a" }),
      ...both("groups of a wrong type", { groups: [1] }),
      ...both("null for groups", { groups: null }),
      ...both("no sub", { sub: undefined }),
      ...both("a number for at_hash", { at_hash: 3 }),
      ...both("a list for the end", { exp: [] }),
      ...both("an object for the audience", { aud: {} }),
      ...both("the end as a text", { exp: "4000000000" }),
      ...both("a number for sub", { sub: 3 }),
      ...both("null for sub", { sub: null }),
      ...both("an empty sub", { sub: "" }),
      ...both("another audience", { aud: "other" }),
      ...both("several audiences", { aud: ["other", "server"] }),
      ...both("two other audiences", { aud: ["x", "y"] }),
      ...both("no audience", { aud: undefined }),
      ...both("out of date", { exp: 1_600_000_000 }),
      ...both("without an end", { exp: undefined }),
      ...both("not valid yet", { nbf: 4_000_000_000 }).slice(0, 1),
      ...both("another key", {}, { key: "second" }),
      ...both("another key under the name of the first", {}, { key: "second", kid: "first" }),
      ...both("no name of a key", {}, { kid: "" }),
      ...both("another algorithm", {}, { algorithm: "ES256" }),
      ...both("another issuer", { iss: "https://other.example.com" }),
      reviewed("for this server", {}, undefined, ["https://kubernetes.default.svc"]),
      reviewed("for another one", {}, undefined, ["other"]),
      { name: "no token", token: () => "" },
      { name: "nonsense", token: () => "nonsense" },
      { name: "three parts of nonsense", token: () => "a.b.c" },
    ],
  },
  {
    name: "expressions",
    flags: ["--authentication-config=DIR/auth.yaml"],
    files: (place) => ({
      "auth.yaml": withIssuer(
        place,
        `claimValidationRules:
- {claim: hd, requiredValue: example.com}
- {expression: "claims.level >= 2", message: level too low}
claimMappings:
  username: {expression: "claims.sub + ':' + claims.hd"}
  groups: {expression: "claims.roles.split(',').map(r, 'x:' + r)"}
  uid: {expression: "claims.uid"}
  extra:
  - {key: example.com/tenant, valueExpression: "claims.tenant"}
  - {key: example.com/level, valueExpression: "string(claims.level)"}
  - {key: example.com/dotted, valueExpression: "claims.?nested.?a__dot__b.orValue('none')"}
userValidationRules:
- {expression: "!user.username.startsWith('system:')", message: reserved}
- {expression: "user.groups.size() < 3"}
`,
        "[server, other]\n    audienceMatchPolicy: MatchAny",
      ),
    }),
    asked: [
      ...both("all of it", CLAIMS({})),
      ...both("nested", CLAIMS({ nested: { "a.b": "found" } })),
      ...both("the other audience", CLAIMS({ aud: ["other"] })),
      ...both("a third audience", CLAIMS({ aud: ["third"] })),
      ...both("a low level", CLAIMS({ level: 1 })),
      ...both("a level with a fraction", CLAIMS({ level: 2.5 })),
      ...both("a level that is a text", CLAIMS({ level: "9" })),
      ...both("no level", CLAIMS({ level: undefined })),
      ...both("another hd", CLAIMS({ hd: "example.org" })),
      ...both("no hd", CLAIMS({ hd: undefined })),
      ...both("hd is a number", CLAIMS({ hd: 3 })),
      ...both("a reserved name", CLAIMS({ sub: "system:x" })),
      ...both("too many groups", CLAIMS({ roles: "a,b,c" })),
      ...both("a tenant that is a list", CLAIMS({ tenant: ["x", "", "y"] })),
      ...both("a tenant that is a number", CLAIMS({ tenant: 3 })),
      ...both("an empty tenant", CLAIMS({ tenant: "" })),
      ...both("a uid that is a number", CLAIMS({ uid: 3 })),
      ...both("a key on a curve", CLAIMS({}), { algorithm: "ES256" }),
    ],
  },
  {
    name: "a list out of a text",
    flags: ["--authentication-config=DIR/auth.yaml"],
    files: (place) => ({
      "auth.yaml": withIssuer(
        place,
        `claimMappings:
  username: {expression: "claims.sub"}
  groups: {expression: "claims.roles.split(',')"}
`,
      ),
    }),
    asked: both("groups", { roles: "a,b" }),
  },
  {
    name: "flags",
    flags: [
      "--oidc-issuer-url=ISSUER",
      "--oidc-client-id=server",
      "--oidc-ca-file=DIR/ca.pem",
      "--oidc-username-claim=email",
      "--oidc-groups-claim=groups",
      "--oidc-groups-prefix=oidc:",
      "--oidc-required-claim=hd=example.com",
      "--anonymous-auth=false",
    ],
    files: ({ issuer }) => ({ "ca.pem": issuer.ca }),
    asked: [
      ...both("a verified address", {
        email: "j@example.com",
        hd: "example.com",
        email_verified: true,
        groups: ["g"],
      }),
      ...both("an address", { email: "j@example.com", hd: "example.com" }),
      ...both("an unverified one", { email: "j@example.com", hd: "example.com", email_verified: false }),
      ...both("nobody knows", { email: "j@example.com", hd: "example.com", email_verified: "yes" }),
      ...both("another algorithm", { email: "j@example.com", hd: "example.com" }, { algorithm: "ES256" }),
      ...both("another hd", { email: "j@example.com", hd: "x" }),
      { name: "no token", token: () => "" },
      { name: "health without a token", path: "/healthz", token: () => "" },
    ],
  },
  {
    name: "the name of the issuer before names",
    flags: [
      "--oidc-issuer-url=ISSUER",
      "--oidc-client-id=server",
      "--oidc-ca-file=DIR/ca.pem",
      "--oidc-signing-algs=ES256,RS256",
    ],
    files: ({ issuer }) => ({ "ca.pem": issuer.ca }),
    asked: [...both("a name", {}), ...both("on a curve", {}, { algorithm: "ES256" })],
  },
  {
    name: "anonymous only for health",
    flags: ["--authentication-config=DIR/auth.yaml"],
    files: () => ({
      "auth.yaml": `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
anonymous:
  enabled: true
  conditions:
  - path: /livez
`,
    }),
    asked: [
      { name: "there", path: "/livez", token: () => "" },
      { name: "with a query", path: "/livez?verbose=false", token: () => "" },
      { name: "below", path: "/livez/ping", token: () => "" },
      { name: "elsewhere", path: "/readyz", token: () => "" },
      { name: "an object", path: "/api/v1/namespaces/default", token: () => "" },
    ],
  },
];

function CLAIMS(more: Claims): Claims {
  return { hd: "example.com", level: 2, roles: "a,b", uid: "u-1", tenant: "t", jti: "id-9", ...more };
}
