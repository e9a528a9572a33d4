import type { Storage } from "../../storage/storage.ts";
import type { Replicas } from "./replicas.ts";

/** A server that has its store for itself: what it has answered is in effect. */
export const loneReplica = (storage: Storage): Replicas => ({
  alone: true,
  inEffect: async (revision = storage.revision) => ({
    revision,
    replicas: [{ name: "this server", inEffect: storage.revision }],
    cutOff: false,
  }),
  catchUp: () => undefined,
  close: async () => {},
});
