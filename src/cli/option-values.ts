/** For options that may be repeated: every value, in order. */
export const list = (value: string, previous: string[]): string[] => [...previous, value];
