import type { TextTable } from "../../text-table.ts";

/**
 * Texts of webhooks and controllers of products, and what helps, from the documentation or the source of the product. `key`: the
 * field, annotation or label of the object that the text is about without naming it.
 */
export type ProductTable = TextTable<string | readonly [advice: string, key: string]>;
