import type { KubeObject } from "../api/meta.ts";
import type { Document } from "../api/object/document.ts";
import type { Entry } from "./storage.ts";

/**
 * Returns the document of a key below `/registry/`: an object of Kubernetes, as is everything that the server
 * writes there.
 */
export const documentOf = ({ document }: Pick<Entry, "document">): Document<KubeObject> =>
  document as Document<KubeObject>;

/** The same, as a value. */
export const objectOf = (entry: Pick<Entry, "document">): KubeObject => documentOf(entry).value;
