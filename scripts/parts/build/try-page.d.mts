/** An example of the page, and its expected decision. */
export interface ReadExample {
  readonly name: string;
  readonly title: string;
  readonly lesson: string;
  readonly expect: { readonly verdict: "allowed" | "refused" | "warned"; readonly says: string };
}
export function buildTryPage(root: string, outDir: string): Promise<{ engine: number; all: number }>;
export function readExamples(root: string): ReadExample[];
