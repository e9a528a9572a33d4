import { createNote } from "./notes.ts";

const unread = createNote<true>();

/**
 * Notes of an object's metadata that kube-apiserver writes more of the object than it reads again: empty maps and malformed
 * times that were applied to a custom resource, null where bytes belong.
 */
export const noteUnread = (metadata: object): void => unread.set(metadata, true);

export const hasUnread = (metadata: object): boolean => unread.get(metadata) === true;
