import { type Tab, Tabs } from "../tabs.tsx";
import { BlameView } from "./blame-view.tsx";
import { DiffView, ObjectText } from "./diff-view.tsx";
import type { FullExplanation } from "./fetched.ts";
import { Annotations } from "./step-details.tsx";

/** The object of a request: its changes, the writers of its fields, and the whole. */
export function ObjectViews({ explanation: { blame, detail } }: { explanation: FullExplanation }) {
  const last = detail.evaluations.at(-1);
  if (last === undefined) return null;
  const { object, final, oldObject } = last;
  const whole = final ?? object ?? oldObject;
  const tabs: readonly (Tab | false)[] = [
    object !== null &&
      final !== null && {
        name: "What admission changed",
        render: () => <DiffView before={object} after={final} label="What admission changed" />,
      },
    oldObject !== null &&
      final !== null && {
        name: "What the request changes",
        render: () => <DiffView before={oldObject} after={final} label="What the request changes" />,
      },
    blame !== undefined && { name: "Who wrote each field", render: () => <BlameView blame={blame} /> },
    whole !== null && {
      name: "Whole object",
      render: () => <ObjectText value={whole} label="The object" />,
    },
  ];
  const shown = tabs.filter((tab): tab is Tab => tab !== false);
  if (shown.length === 0) return null;
  return (
    <section class="card" aria-labelledby="object-title">
      <h2 id="object-title">The object</h2>
      <Tabs tabs={shown} label="Views of the object" />
      <Annotations title="Audit annotations" values={last.auditAnnotations} />
    </section>
  );
}
