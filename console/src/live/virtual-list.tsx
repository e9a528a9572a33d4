import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Place of the reader in a list, which outlives the list. */
export interface ListPlace {
  /** First visible row, with a fraction. */
  row: number;
  /** `added` at that time. */
  added: number;
}

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** Rows that came in at the top since the page was opened: what is looked at stays where it is. */
  readonly added: number;
  readonly label: string;
  readonly header: ComponentChildren;
  readonly class: string;
  render(index: number): ComponentChildren;
  /** Index of the chosen row; -1: none. */
  readonly active: number;
  /** Identifies the chosen row: it is brought into sight when another one is chosen, and not when rows arrive. */
  readonly activeKey: string;
  readonly place: ListPlace;
}

const BEYOND = 6;
/** Number of scrolled rows after which the list is rendered again. */
const STEP = 4;

const viewOf = ({ scrollTop, clientHeight }: HTMLElement, rowHeight: number) => ({
  step: Math.floor(scrollTop / (rowHeight * STEP)),
  height: clientHeight,
});

/** A list that renders only its visible rows. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, added, label, header, render, active, activeKey, place } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ step: 0, height: 800 });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView(viewOf(element, rowHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const more = place.row > 1 ? added - place.added : 0;
    const top = (place.row + more) * rowHeight;
    if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
    place.added = added;
    place.row = element.scrollTop / rowHeight;
  }, [added, rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || active < 0) return;
    const top = active * rowHeight;
    const head = element.querySelector(".list-head")?.clientHeight ?? 0;
    const room = element.clientHeight - head;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room;
  }, [activeKey, rowHeight]);

  const top = view.step * STEP;
  const first = Math.max(0, Math.min(top, count) - BEYOND);
  const last = Math.min(count, top + STEP + Math.ceil(view.height / rowHeight) + BEYOND);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <div
      ref={box}
      class={`list ${props.class}`}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        place.row = currentTarget.scrollTop / rowHeight;
        const next = viewOf(currentTarget, rowHeight);
        if (next.step !== view.step || next.height !== view.height) setView(next);
      }}
    >
      {header}
      <div class="list-rows" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {indexes.map((index) => render(index))}
        </div>
      </div>
    </div>
  );
}
