import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

/** One of several views of the same thing. */
export interface Tab {
  readonly name: string;
  render(): ComponentChildren;
}

/** Shows one of several views; the arrow keys move between them. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const chosen = useSignal(0);
  const at = Math.min(chosen.value, tabs.length - 1);
  const move = (by: number, { currentTarget }: { currentTarget: HTMLElement }): void => {
    chosen.value = (at + by + tabs.length) % tabs.length;
    currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[chosen.value]?.focus();
  };
  return (
    <>
      <div
        class="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") move(1, event);
          if (event.key === "ArrowLeft") move(-1, event);
        }}
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => {
              chosen.value = index;
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tabs[at]?.name ?? ""}>
        {tabs[at]?.render()}
      </div>
    </>
  );
}
