/** Prefix of the keys of all objects, in every storage. In etcd, `--etcd-prefix` may replace it. */
export const KEY_PREFIX = "/registry/";
