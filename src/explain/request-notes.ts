import type { WebhookHook } from "../admission/hook.ts";
import type { KubeObject } from "../api/meta.ts";
import { emptiedBundles } from "./blame/emptied-bundles.ts";
import { absentDefaults, keptNotes } from "./blame/lost-changes.ts";
import { skippedRules } from "./blame/skipped-rules.ts";
import type { ExplainedAnswer } from "./explanation.ts";
import { isSilent } from "./steps/answer-text.ts";
import { absentReads } from "./steps/policy-checks.ts";
import { absentKeys, subresourceRule } from "./steps/too-wide.ts";
import type { Subject } from "./subject.ts";

/** Notes on a request that reached admission, or would have. `evaluations`: how many there were of it. */
export const notesAbout = (
  subject: Subject,
  answer: ExplainedAnswer,
  { asked, evaluations }: { readonly asked: string | undefined; readonly evaluations: number },
): string[] => [
  ...(evaluations > 1 ? [] : waitingNotes(subject, answer)),
  ...silentNotes(subject),
  ...(asked === undefined
    ? []
    : [...selectedNotes(asked, subject), ...absentReads(asked, subject.verdict.policies)]),
];

/** Notes on the object of a request that was allowed. */
export const notesOnStored = ({ verdict, attributes, world }: Subject, sent: KubeObject | null): string[] => [
  ...keptNotes(verdict, sent),
  ...absentDefaults(attributes, verdict.validated, world),
  ...skippedRules(attributes, verdict.validated, world),
  ...emptiedBundles(attributes, sent),
];

/** Says which rule and selectors of the webhook that the user asked about select more than may be meant. */
const selectedNotes = (asked: string, { verdict, attributes, world }: Subject): string[] =>
  verdict.hooks
    .filter(({ hook, call, round }) => call !== undefined && round === 0 && isHook(asked)(hook))
    .flatMap(({ hook, object }) => [
      ...subresourceRule(hook, attributes, world),
      ...absentKeys(hook, { object, namespace: world.namespace(attributes.namespace) }),
    ]);

const isHook =
  (asked: string) =>
  ({ name, configuration }: WebhookHook): boolean =>
    name === asked || configuration === asked;

/** Says which webhooks refused the request without a reason. */
const silentNotes = ({ verdict }: Subject): string[] =>
  verdict.hooks.flatMap(({ hook, call }) =>
    isSilent(call?.answer)
      ? [`the answer of ${hook.name} has no response.status.message, which is the reason for the user`]
      : [],
  );

/** Says that an object stays after its deletion, until others remove their finalizers. */
function waitingNotes({ attributes }: Subject, { allowed }: ExplainedAnswer): string[] {
  const { operation, oldObject, subresource } = attributes;
  const { finalizers = [] } = oldObject?.metadata ?? {};
  if (!allowed || operation !== "DELETE" || subresource !== "" || finalizers.length === 0) return [];
  return [`the object stays until these finalizers are removed: ${finalizers.join(", ")}`];
}
