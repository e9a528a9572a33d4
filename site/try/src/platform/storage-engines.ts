import { absent } from "./absent.ts";

/** Objects are in memory here. */
export const openLmdbStorage = absent("LMDB");
export const openEtcdStorage = absent("a connection to etcd");
