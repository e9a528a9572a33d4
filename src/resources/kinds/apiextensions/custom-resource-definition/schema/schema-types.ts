/** Types that a schema may have. */
export const TYPES: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];
