import { createNote } from "./notes.ts";

const unread = createNote<true>();

/**
 * Marks the metadata of an object for which kube-apiserver writes more than it reads again: empty maps and malformed
 * times that were applied to a custom resource, and null for bytes.
 */
export const noteUnread = (metadata: object): void => unread.set(metadata, true);

/** True if `noteUnread` was called for this metadata. */
export const hasUnread = (metadata: object): boolean => unread.get(metadata) === true;
