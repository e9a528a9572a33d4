import { type Manifest, parseManifests } from "../../../../src/explain/offline/manifests.ts";
import { explainErrors } from "../../../../src/lint/failed-calls/explain-errors.ts";
import { MANIFESTS, type Told, type ToldReport } from "./messages.ts";
import { placedError } from "./placed-error.ts";

/** Explains the errors of a text, as `sallyport explain --error` does. Manifests that cannot be read leave it without them. */
export async function explainTold({ text, manifests }: Told): Promise<ToldReport> {
  const startedAt = performance.now();
  const { known, problem } = await read(manifests);
  const errors = await explainErrors(text, known, Date.now());
  return { errors, ...(problem && { problem }), milliseconds: performance.now() - startedAt };
}

async function read(
  text: string,
): Promise<{ readonly known: readonly Manifest[] } & Pick<ToldReport, "problem">> {
  try {
    return { known: await parseManifests(text, MANIFESTS) };
  } catch (error) {
    return { known: [], problem: placedError(error, MANIFESTS) };
  }
}
