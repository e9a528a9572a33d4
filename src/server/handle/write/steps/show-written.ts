import { thenMaybe } from "../../../../async/then-maybe.ts";
import type { Entry } from "../../../../storage/storage.ts";
import { writtenDocument } from "../../versions.ts";
import { noteHidden } from "../hidden.ts";
import type { Write } from "./write.ts";

/** Waits until the views have seen the written entry, and shows its object. */
export function showWritten(write: Write, entry: Entry): void | Promise<void> {
  const { server, target, hidden } = write;
  if (hidden !== undefined) noteHidden(entry.document, hidden);
  return thenMaybe(server.views.seen(target.resource, entry.revision), () => showStored(write, entry));
}

/** Shows the object of a stored entry. */
export function showStored(write: Write, entry: Entry): void | Promise<void> {
  return thenMaybe(writtenDocument(write.target, entry), (document) => {
    write.result = document;
  });
}
