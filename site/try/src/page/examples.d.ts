/** The files of `site/try/examples`, which the build reads. */
declare module "sallyport-try-examples" {
  import type { Example } from "./example.ts";
  export const EXAMPLES: readonly Example[];
}
