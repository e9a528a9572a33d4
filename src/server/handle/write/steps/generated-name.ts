import { copyWithNotes } from "../../../../api/object/notes.ts";
import { StatusError } from "../../../../api/status.ts";
import { generateName } from "../../../../resources/machine/object-meta/generate-name.ts";
import type { Write } from "./write.ts";

const NAME_ATTEMPTS = 8;

/**
 * Stores a new object under its name. If it has only a prefix of a name, stores it under a generated one; at a name that is
 * taken, eight times (apiserver/pkg/registry/generic/registry/store.go, Create).
 */
export function underGeneratedName(write: Write, store: () => void | Promise<void>): void | Promise<void> {
  const { metadata } = write.object;
  if ((metadata.name ?? "") !== "" || (metadata.generateName ?? "") === "") return store();
  if (!write.target.resource.strategy.namesAsAsked) return generateNames(write, store);
  metadata.name = metadata.generateName ?? "";
  return store();
}

async function generateNames(write: Write, store: () => void | Promise<void>): Promise<void> {
  const { object, server } = write;
  for (let i = 1; ; i++) {
    write.object = copyWithNotes(object);
    write.object.metadata.name = generateName(object.metadata.generateName ?? "", server.random);
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== "AlreadyExists" || i === NAME_ATTEMPTS)
        throw error;
    }
  }
}
