/** By verb and name: the title of a command, and the programs that it runs. */
export declare const VERBS: Record<
  string,
  Record<string, { readonly title: string; readonly steps: readonly (readonly string[])[] }>
>;
