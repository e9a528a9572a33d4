/**
 * The same value, with the keys of its objects in the order of `model`, and others after them. So a comparison of lines
 * shows no key that only moved.
 */
export function inOrderOf(model: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const models = Array.isArray(model) ? model : [];
    return value.map((item, index) => inOrderOf(partnerOf(item, models) ?? models[index], item));
  }
  if (!isObject(value)) return value;
  const first = isObject(model) ? model : {};
  const keys = [...Object.keys(first), ...Object.keys(value)].filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries([...new Set(keys)].map((key) => [key, inOrderOf(first[key], value[key])]));
}

/** The element of the same name: containers, volumes and ports have names. */
const partnerOf = (item: unknown, models: readonly unknown[]): unknown =>
  isObject(item) && item.name !== undefined
    ? models.find((one) => isObject(one) && one.name === item.name)
    : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
