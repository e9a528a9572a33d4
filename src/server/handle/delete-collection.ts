import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import { isNotFound } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { listAnswer, type Page, readPage } from "./list.ts";
import { type ListOptions, parseListOptions } from "./read/list-options.ts";
import { selectionOf } from "./read/selection.ts";
import { deleteObject } from "./remove/delete-object.ts";
import { type DeleteOptions, parseDeleteOptions } from "./remove/delete-options.ts";
import { unsafeCollection } from "./remove/unsafe-delete.ts";
import { warnOfOrphans } from "./remove/warn-of-orphans.ts";
import type { Target } from "./target.ts";
import type { Writes } from "./write/writes.ts";

/**
 * DELETE of a collection: page after page of a list, and one deletion after the other
 * (apiserver/pkg/registry/generic/registry/store.go, DeleteCollection). Not atomic.
 */
export async function deleteCollection(
  writes: Writes,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const listOptions = parseListOptions(context.request.query);
  const selection = selectionOf(target.kind, listOptions.selectors, "");
  const options = await parseDeleteOptions(context, writes.features);
  if (options.isUnsafe) throw unsafeCollection();
  warnOfOrphans(context, target, options);
  const read = (next: ListOptions): Promise<Page> => readPage(writes, target, next, selection);
  const first = await read({ ...listOptions, limit: listOptions.limit || PAGE_SIZE });
  const items: Page["items"][number][] = [];
  for (let page = first; ; page = await read(nextPage(listOptions, page))) {
    for (const item of page.items) await deleteItem(writes, context, target, objectIn(item), options);
    items.push(...page.items);
    if (listOptions.limit > 0 || page.metadata.continue === undefined) break;
  }
  return listAnswer(target, { items, metadata: first.metadata });
}

/** Page size of the reference. A list with a limit is of exactly the version that the client names. */
const PAGE_SIZE = 10_000;

const nextPage = (options: ListOptions, { metadata }: Page): ListOptions => ({
  ...options,
  limit: PAGE_SIZE,
  continueToken: metadata.continue ?? "",
  resourceVersion: "",
  resourceVersionMatch: "",
});

/** Deletes one item. An object that another client has deleted in the meantime is no error. */
async function deleteItem(
  writes: Writes,
  context: RequestContext,
  target: Target,
  item: KubeObject,
  options: DeleteOptions,
): Promise<void> {
  const place = { ...target, namespace: item.metadata.namespace ?? "" };
  const name = item.metadata.name ?? "";
  try {
    await deleteObject(writes, context, { target: place, name, options, ofCollection: true, admit: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
