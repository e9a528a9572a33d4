/**
 * A text of a product's webhook or controller, in RE2's syntax, and what helps, from the documentation or the source of the product.
 * `key`: the field, annotation or label of the object that it is about, if the text does not name it.
 */
export type ProductText = readonly [text: string, advice: string, key?: string];
