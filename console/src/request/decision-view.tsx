import { deedText } from "../deeds.ts";
import { DeedIcon } from "../icons.tsx";
import type { Lane } from "./lanes.ts";
import { StepDetails } from "./step-details.tsx";

const KINDS = {
  webhook: { mutating: "MutatingWebhookConfiguration", validating: "ValidatingWebhookConfiguration" },
  policy: { mutating: "MutatingAdmissionPolicy", validating: "ValidatingAdmissionPolicy" },
} as const;

/** The plugin, webhook or policy that refused the request, with everything that is known about its decision. `said`: a message that is shown above. */
export function DecisionView({ lane, said }: { lane: Lane; said: string }) {
  const { step, deed } = lane;
  const configuration = configurationOf(step);
  return (
    <section class="card decision" aria-label={`${step.name} ${deedText(deed)}`}>
      <div class="card-head">
        <h2 class="bad">
          <DeedIcon deed={deed} isSaid />
          {step.name} {deed === "refused" ? "refused it" : "failed"}
        </h2>
        {configuration === undefined ? (
          <p class="dim small">built-in plugin</p>
        ) : (
          <a class="small" href={`#/what-if/${encodeURIComponent(configuration)}`}>
            {configuration}
          </a>
        )}
      </div>
      <StepDetails lane={lane} said={said} />
    </section>
  );
}

function configurationOf(step: Lane["step"]): string | undefined {
  if (step.kind === "plugin") return undefined;
  const name = step.kind === "webhook" ? step.configuration : step.name;
  return `${KINDS[step.kind][step.phase]}/${name}`;
}
