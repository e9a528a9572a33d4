/**
 * Decoded object whose type is only known by name. Its readers return empty values for absent members and
 * members of another type.
 */
export type Fields = Readonly<Record<string, unknown>>;

export const textOf = (source: Fields, name: string): string => {
  const value = source[name];
  return typeof value === "string" ? value : "";
};

export const optionalText = (source: Fields, name: string): string | undefined => {
  const value = source[name];
  return typeof value === "string" ? value : undefined;
};

export const numberOf = (source: Fields, name: string): number | undefined => {
  const value = source[name];
  return typeof value === "number" ? value : undefined;
};

export const listOf = (source: Fields, name: string): readonly unknown[] => {
  const value = source[name];
  return Array.isArray(value) ? value : [];
};

export const fieldsOf = (source: Fields, name: string): Fields | undefined => {
  const value = source[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
};
