import { useEffect, useRef } from "preact/hooks";
import { DiffView } from "../request/diff-view.tsx";
import { type Applied, editable } from "./answer.ts";

interface ApplyDialogProps {
  /** The writes as the server would make them; it has checked them in a dry run. */
  readonly writes: readonly Applied[];
  readonly isBusy: boolean;
  onApply(): void;
  onCancel(): void;
}

/** Lists what Apply writes, and asks. */
export function ApplyDialog({ writes, isBusy, onApply, onCancel }: ApplyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="wide-dialog"
      aria-labelledby="apply-title"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id="apply-title">
        {writes.length === 1 ? "Write this object?" : `Write these ${writes.length} objects?`}
      </h2>
      <p class="dim small">It takes effect for all requests to this server. You can undo it afterwards.</p>
      {writes.map(({ what, created, before, after }) => (
        <section key={what} class="stack">
          <h3>
            {created ? "Create" : "Change"} {what}
          </h3>
          <DiffView
            before={before === null ? null : editable(before)}
            after={editable(after)}
            label={`What is written to ${what}`}
          />
        </section>
      ))}
      <div class="actions">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={isBusy} onClick={onApply}>
          {isBusy ? "Writing …" : "Write"}
        </button>
      </div>
    </dialog>
  );
}
