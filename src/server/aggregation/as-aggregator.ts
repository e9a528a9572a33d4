/** Headers of the server's own requests to another one: with every right there, so that only its health decides. */
export const AS_AGGREGATOR: readonly string[] = [
  "user-agent",
  "Go-http-client/2.0",
  "x-remote-user",
  "system:kube-aggregator",
  "x-remote-group",
  "system:masters",
];
