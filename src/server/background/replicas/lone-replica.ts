import type { Storage } from "../../../storage/storage.ts";
import type { Replicas } from "./replicas.ts";

/** A server that does not share its store: its own writes are in effect when they have been answered. */
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
