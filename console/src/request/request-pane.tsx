import { useSignal } from "@preact/signals";
import { RequestView } from "./request-view.tsx";

interface PaneProps {
  readonly id: string;
  onClose(): void;
  onMove(by: number): void;
}

/** The details of a request beside the list; on a narrow screen, instead of it. */
export function RequestPane({ id, onClose, onMove }: PaneProps) {
  return (
    <aside class="details" aria-label="Details" tabIndex={-1}>
      <div class="details-bar">
        <button type="button" class="button quiet only-narrow" onClick={onClose}>
          ← All requests
        </button>
        <button type="button" class="button quiet" onClick={() => onMove(-1)} title="Previous request (k)">
          ↑<span class="hidden"> Previous request</span>
        </button>
        <button type="button" class="button quiet" onClick={() => onMove(1)} title="Next request (j)">
          ↓<span class="hidden"> Next request</span>
        </button>
        <CopyId id={id} />
        <button type="button" class="button quiet only-wide" onClick={onClose} title="Close (Esc)">
          ✕<span class="hidden"> Close</span>
        </button>
      </div>
      <RequestView id={id} />
    </aside>
  );
}

/** The command names the request to a colleague who has the same server; an address of this machine does not. */
function CopyId({ id }: { id: string }) {
  const copied = useSignal("");
  return (
    <button
      type="button"
      class="button quiet copy"
      title="Copies the address of this page. It needs the link of the console to be open in the browser."
      onClick={() =>
        navigator.clipboard.writeText(location.href).then(
          () => {
            copied.value = id;
          },
          () => {},
        )
      }
    >
      {copied.value === id ? "Copied" : "Copy address"}
    </button>
  );
}
