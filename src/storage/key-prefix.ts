/** What the keys of all objects begin with, in every storage. In etcd, `--etcd-prefix` may replace it. */
export const KEY_PREFIX = "/registry/";
