import type { Asked, Situation } from "./case.ts";

const ME = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const whoami = (token: string, more: Partial<Asked> = {}): Asked => ({
  name: token,
  method: "POST",
  path: ME,
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  token: () => token,
  ...more,
});
const reviewed = (token: string, audiences?: string[]): Asked => ({
  name: `review: ${token}${audiences === undefined ? "" : ` for ${audiences.join()}`}`,
  method: "POST",
  path: REVIEWS,
  body: audiences === undefined ? {} : { audiences },
  token: () => token,
});

/** A kubeconfig that leads to the service of reviews. */
export const kubeconfig = (hook: string, hookCa: string, path = ""): string => `apiVersion: v1
kind: Config
clusters:
- name: reviews
  cluster: {server: "${hook}${path}", certificate-authority-data: ${Buffer.from(hookCa).toString("base64")}}
users:
- name: server
  user: {token: secret}
contexts:
- name: it
  context: {cluster: reviews, user: server}
current-context: it
`;

const TOKENS = ["jane", "refused", "problem", "elsewhere", "here", "bad-request", "nonsense", "nameless"];

const webhookSituation = (version: string): Situation => ({
  name: `webhook of tokens, ${version}`,
  flags: [
    "--authentication-token-webhook-config-file=DIR/webhook.yaml",
    `--authentication-token-webhook-version=${version}`,
  ],
  files: ({ hook, hookCa }) => ({ "webhook.yaml": kubeconfig(hook, hookCa, "/some/path") }),
  asked: [
    ...TOKENS.flatMap((token) => [whoami(token), reviewed(token)]),
    reviewed("jane", ["elsewhere"]),
    reviewed("elsewhere", ["elsewhere"]),
    reviewed("jane", ["elsewhere", "https://kubernetes.default.svc"]),
  ],
});

const secret = (id: string, more: Record<string, string>, type = "bootstrap.kubernetes.io/token"): Asked => ({
  name: `secret ${id}`,
  method: "POST",
  path: "/api/v1/namespaces/kube-system/secrets",
  body: {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `bootstrap-token-${id}` },
    type,
    stringData: { "token-id": id, "token-secret": SECRET, "usage-bootstrap-authentication": "true", ...more },
  },
});
const SECRET = "0123456789abcdef";

const BOOTSTRAP: Situation = {
  name: "bootstrap tokens",
  flags: ["--enable-bootstrap-token-auth"],
  files: () => ({}),
  asked: [
    secret("aaaaaa", { "auth-extra-groups": "system:bootstrappers:b,system:bootstrappers:a" }),
    whoami(`aaaaaa.${SECRET}`),
    reviewed(`aaaaaa.${SECRET}`),
    whoami("aaaaaa.fedcba9876543210"),
    whoami(`zzzzzz.${SECRET}`),
    secret("bbbbbb", { expiration: "2020-01-01T00:00:00Z" }),
    whoami(`bbbbbb.${SECRET}`),
    secret("cccccc", { expiration: "2099-01-01T00:00:00+01:00" }),
    whoami(`cccccc.${SECRET}`),
    secret("dddddd", { "usage-bootstrap-authentication": "false" }),
    whoami(`dddddd.${SECRET}`),
    secret("eeeeee", { "auth-extra-groups": "others" }),
    whoami(`eeeeee.${SECRET}`),
    secret("ffffff", { "token-id": "gggggg" }),
    whoami(`ffffff.${SECRET}`),
    secret("hhhhhh", {}, "Opaque"),
    whoami(`hhhhhh.${SECRET}`),
  ],
};

const HEADERS = { "x-remote-user": "jane", "x-remote-group": "g1" };
const proxied = (
  name: string,
  certificate: NonNullable<Asked["certificate"]> | undefined,
  headers: Record<string, string | string[]>,
): Asked => ({ ...whoami(""), name, headers, ...(certificate && { certificate }) });

const proxies = (name: string, flags: readonly string[]): Situation => ({
  name,
  flags: [
    "--client-ca-file=DIR/clients.pem",
    "--requestheader-client-ca-file=DIR/proxies.pem",
    "--requestheader-username-headers=X-Remote-User,X-Other-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-,X-More-",
    ...flags,
  ],
  files: ({ proxyCa, clientCa }) => ({ "clients.pem": clientCa, "proxies.pem": proxyCa }),
  asked: [
    proxied("by a proxy", "proxy", HEADERS),
    proxied("everything", "proxy", {
      ...HEADERS,
      "x-remote-group": ["g1", "g2"],
      "x-remote-uid": "u-1",
      "x-remote-extra-scopes": ["a", "b"],
      "x-remote-extra-a%2fb": "slash",
      "x-more-c": "d",
    }),
    proxied("the second header", "proxy", { "x-other-user": "joe" }),
    proxied("no header", "proxy", {}),
    proxied("another proxy", "otherProxy", HEADERS),
    proxied("a client with headers", "client", HEADERS),
    proxied("a client", "client", {}),
    proxied("no certificate", undefined, HEADERS),
  ],
});

export const TOKEN_SITUATIONS: readonly Situation[] = [
  webhookSituation("v1"),
  webhookSituation("v1beta1"),
  BOOTSTRAP,
  proxies("any proxy", []),
  proxies("one proxy, with uid", [
    "--requestheader-allowed-names=front-proxy",
    "--requestheader-uid-headers=X-Remote-Uid",
  ]),
];
