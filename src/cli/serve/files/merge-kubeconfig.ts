import type { Document, YAMLMap, YAMLSeq } from "yaml";
import { loadLate } from "../../../async/load-late.ts";
import { entriesOf, type KubeconfigInput } from "./kubeconfig.ts";

const yaml = loadLate<typeof import("yaml")>("yaml");

/**
 * A kubeconfig with the cluster, the user and the context of this name, new or in the place of those that it had. All else
 * stays as it is, comments too; the current context is set when there was none. Throws for what is no kubeconfig.
 */
export function mergeKubeconfig(text: string, name: string, input: KubeconfigInput): string {
  const document = yaml().parseDocument(text.trim() === "" ? "apiVersion: v1\nkind: Config\n" : text);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(error.message);
  if (!yaml().isMap(document.contents) || document.get("kind") !== "Config")
    throw new Error("this is not a kubeconfig");
  const { cluster, user } = entriesOf(input);
  put(document, "clusters", name, { cluster });
  put(document, "users", name, { user });
  put(document, "contexts", name, { context: { cluster: name, user: name } });
  if (!document.get("current-context")) document.set("current-context", name);
  return document.toString({ lineWidth: 0 });
}

/** The entry of this name in one of the three lists. */
function put(document: Document, list: string, name: string, value: object): void {
  const entry = document.createNode({ name, ...value });
  const entries = document.get(list);
  if (!yaml().isSeq(entries)) {
    if (entries !== undefined && entries !== null) throw new Error(`${list} is not a list`);
    document.set(list, document.createNode([entry]));
    return;
  }
  const at = (entries as YAMLSeq<YAMLMap>).items.findIndex(
    (item) => yaml().isMap(item) && item.get("name") === name,
  );
  if (at < 0) entries.add(entry);
  else entries.set(at, entry);
}
