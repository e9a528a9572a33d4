/**
 * Decoded object whose type is only known by name. Its readers return empty values for absent members and
 * members of another type.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Text of a field; empty for other values. */
export const textOf = (source: Fields, name: string): string => {
  const value = source[name];
  return typeof value === "string" ? value : "";
};

/** Text of a field; undefined for other values. */
export const optionalText = (source: Fields, name: string): string | undefined => {
  const value = source[name];
  return typeof value === "string" ? value : undefined;
};

/** Number of a field; undefined for other values. */
export const numberOf = (source: Fields, name: string): number | undefined => {
  const value = source[name];
  return typeof value === "number" ? value : undefined;
};

/** List of a field; empty for other values. */
export const listOf = (source: Fields, name: string): readonly unknown[] => {
  const value = source[name];
  return Array.isArray(value) ? value : [];
};

/** Members of an object in a field; undefined for other values. */
export const fieldsOf = (source: Fields, name: string): Fields | undefined => {
  const value = source[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
};
