import type { Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { explainRequest } from "../explain/explain-request.ts";
import type { ExplainedAnswer, ExplainedRequest } from "../explain/explanation.ts";
import { explanationText } from "../explain/text/explanation-text.ts";
import type { World } from "../explain/world.ts";

interface ExplainedResult {
  readonly verdicts: readonly Verdict[];
  readonly answer: ExplainedAnswer;
  /** The object that the client sent. */
  readonly object: KubeObject | null;
  readonly world: World;
}

/** Returns the text of `sallyport explain` for the request; for several admissions the text of each. */
export function explainResult({ verdicts, answer, ...rest }: ExplainedResult): string {
  if (verdicts.length === 0) return `${answer.code} ${answer.message}: the request ended before admission\n`;
  return verdicts
    .map((verdict) =>
      explanationText(explainRequest({ ...rest, answer, verdicts: [verdict], request: requestOf(verdict) })),
    )
    .join("\n");
}

function requestOf({ attributes }: Verdict): ExplainedRequest {
  const { operation, resource, subresource, kind, namespace, name, user, dryRun } = attributes;
  const { username, groups } = user;
  return { operation, resource, subresource, kind, namespace, name, user: username, groups, dryRun };
}
