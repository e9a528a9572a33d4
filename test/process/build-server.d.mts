/** Compiles the source into `node_modules/.cache/<name>/dist` and returns that folder. */
export function buildServer(name: string): string;
