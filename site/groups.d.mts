export const GROUPS: Readonly<Record<string, readonly string[]>>;
export const DECISIONS: string;
