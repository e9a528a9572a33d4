import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** Rows that came in at the top since the list was made: what is looked at stays where it is. */
  readonly added: number;
  readonly label: string;
  readonly header: ComponentChildren;
  render(index: number): ComponentChildren;
  /** Tells of keys that move. */
  onMove(by: number | "first" | "last"): void;
  /** The row to keep in sight; -1: none. */
  readonly active: number;
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
  const { count, rowHeight, added, label, header, render, onMove, active } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ step: 0, height: 800 });
  const before = useRef(added);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView(viewOf(element, rowHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    const more = added - before.current;
    before.current = added;
    if (element !== null && more > 0 && element.scrollTop > rowHeight) element.scrollTop += more * rowHeight;
  }, [added]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || active < 0) return;
    const top = active * rowHeight;
    const room = element.clientHeight - HEADER;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room;
  }, [active]);

  const top = view.step * STEP;
  const first = Math.max(0, top - BEYOND);
  const last = Math.min(count, top + STEP + Math.ceil(view.height / rowHeight) + BEYOND);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <div
      ref={box}
      class="list"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        const next = viewOf(currentTarget, rowHeight);
        if (next.step !== view.step || next.height !== view.height) setView(next);
      }}
      onKeyDown={(event) => {
        const by = MOVES[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove(by);
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

const HEADER = 32;
const MOVES: Readonly<Record<string, number | "first" | "last">> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 15,
  PageUp: -15,
  Home: "first",
  End: "last",
};
