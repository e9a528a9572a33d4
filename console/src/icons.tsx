import { type Deed, deedText } from "./deeds.ts";

const TRIANGLE = "M8 2.5 14 13H2L8 2.5zM8 6.5v3M8 11.2v.1";

/** Lines on a field of 16 by 16. */
const LINES: Readonly<Record<Deed, string>> = {
  allowed: "M3.5 8.5 6.5 11.5 12.5 4.5",
  changed: "M3 13l.7-3L10.2 3.5l2.3 2.3L6 12.3 3 13z",
  refused: "M4 4l8 8M12 4l-8 8",
  failed: TRIANGLE,
  ignored: TRIANGLE,
  warned: "M8 3.5v6M8 12.2v.1",
  skipped: "M4 8h8",
};

/** An icon for a result. `isSaid`: the words are beside it, so a screen reader needs none. */
export function DeedIcon({ deed, isSaid = false }: { deed: Deed; isSaid?: boolean }) {
  return (
    <span class={`deed ${deed}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={LINES[deed]} />
      </svg>
      {!isSaid && <span class="hidden">{deedText(deed)}: </span>}
    </span>
  );
}
