import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { messageOf } from "../api.ts";

type View = typeof import("./what-if-view.tsx").WhatIfView;

const view = signal<{ readonly View: View } | undefined>(undefined);
const problem = signal("");

/** The view with the editor, which is a script of its own: it is the greater part of the page. */
export function LazyWhatIf({ name }: { name: string }) {
  useEffect(() => {
    import("./what-if-view.tsx").then(
      ({ WhatIfView }) => {
        view.value = { View: WhatIfView };
      },
      (error) => {
        problem.value = messageOf(error);
      },
    );
  }, []);
  if (view.value !== undefined) return <view.value.View name={name} />;
  return problem.value === "" ? (
    <p class="empty">Loading the editor …</p>
  ) : (
    <div class="empty" role="alert">
      <p class="empty-title">The editor cannot be loaded</p>
      <p>{problem.value}</p>
      <p>Reload the page when the server runs again.</p>
    </div>
  );
}
