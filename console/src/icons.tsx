/** Result of a webhook, policy or plugin for one request. */
export type Deed = "allowed" | "changed" | "refused" | "failed" | "ignored" | "warned" | "skipped";

/** Lines on a field of 16 by 16, and the word that a screen reader says. */
const DEEDS: Readonly<Record<Deed, { readonly line: string; readonly said: string }>> = {
  allowed: { line: "M3.5 8.5 6.5 11.5 12.5 4.5", said: "allowed" },
  changed: { line: "M3 13l.7-3L10.2 3.5l2.3 2.3L6 12.3 3 13z", said: "changed" },
  refused: { line: "M4 4l8 8M12 4l-8 8", said: "refused" },
  failed: { line: "M8 2.5 14 13H2L8 2.5zM8 6.5v3M8 11.2v.1", said: "failed" },
  ignored: { line: "M8 2.5 14 13H2L8 2.5zM8 6.5v3M8 11.2v.1", said: "failed, and was ignored" },
  warned: { line: "M8 3.5v6M8 12.2v.1", said: "warned" },
  skipped: { line: "M4 8h8", said: "not called" },
};

/** The words for a deed: `failed, and was ignored`. */
export const deedText = (deed: Deed): string => DEEDS[deed].said;

/** An icon for a result. `isSaid`: the words are beside it, so a screen reader needs none. */
export function DeedIcon({ deed, isSaid = false }: { deed: Deed; isSaid?: boolean }) {
  const { line, said } = DEEDS[deed];
  return (
    <span class={`deed ${deed}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={line} />
      </svg>
      {!isSaid && <span class="hidden">{said}: </span>}
    </span>
  );
}
