/**
 * Headers of the server's own requests to another API server. Their user has all rights, so that the result
 * depends on the state of that server only.
 */
export const AS_AGGREGATOR: readonly string[] = [
  "user-agent",
  "Go-http-client/2.0",
  "x-remote-user",
  "system:kube-aggregator",
  "x-remote-group",
  "system:masters",
];
