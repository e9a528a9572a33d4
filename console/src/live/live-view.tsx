import { signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Row } from "../../../src/cli/console/requests/row.ts";
import { RequestPane } from "../request/request-pane.tsx";
import { go, requestLink, stay } from "../route.ts";
import { HelpDialog } from "./help-dialog.tsx";
import { useKeys } from "./keys.ts";
import { LiveBar } from "./live-bar.tsx";
import { Nothing } from "./nothing.tsx";
import { rows } from "./requests.ts";
import { Head, RowView } from "./row-view.tsx";
import { TimeStrip } from "./time-strip.tsx";
import { type ListPlace, VirtualList } from "./virtual-list.tsx";
import { filterText } from "./wish.ts";

/** Rows that scroll out of sight become those that come in: more than are in sight at a time. */
const POOL = 128;
/** Narrower lists have two lines for each request. */
const COMPACT_BELOW = 860;
const ROW_HEIGHT = 36;
const COMPACT_HEIGHT = 56;

/** The chosen row and the place in the list; the same when a person comes back from another page. */
const chosen = signal<Row | undefined>(undefined);
const place: ListPlace = { row: 0, added: 0 };

/** Every request as the server has decided it, the newest first; with the details of one beside it. */
export function LiveView({ id }: { id: string }) {
  const { list, arrived } = rows.value;
  const root = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const help = useRef<HTMLDialogElement>(null);
  const compact = useCompact(root);
  const at = (index: number): Row | undefined => list[list.length - 1 - index];
  const active = list.length - 1 - indexOf(list, id);
  const isOpen = id !== "";

  const open = (row: Row | undefined): void => {
    chosen.value = row;
    if (row !== undefined && row.id !== "") (isOpen ? stay : go)(requestLink(row.id).slice(1));
  };
  const move = (by: number | "first" | "last"): void => {
    if (document.activeElement === search.current) focusList(root.current);
    // Several keys may be pressed before the page is drawn again.
    const row = rowFrom(rows.peek().list, by);
    if (isOpen) open(row);
    else chosen.value = row;
  };
  const choose = (row: Row): void => {
    chosen.value = row;
  };
  const close = (): void => {
    if (document.activeElement === search.current) {
      filterText.value = "";
      focusList(root.current);
    } else if (isOpen) go("/live");
    else chosen.value = undefined;
  };
  useKeys({
    move,
    open: () => {
      if (document.activeElement === search.current) move(0);
      else open(chosen.value);
    },
    close,
    search: () => search.current?.focus(),
    help: () => help.current?.showModal(),
  });
  return (
    <section ref={root} class={`live ${isOpen ? "split" : ""}`} aria-labelledby="live-title">
      <div class="list-side">
        <LiveBar search={search} onHelp={() => help.current?.showModal()} />
        <TimeStrip list={list} onChoose={isOpen ? open : choose} />
        {list.length === 0 ? (
          <Nothing />
        ) : (
          <VirtualList
            count={list.length}
            added={arrived}
            class={compact.value ? "compact" : ""}
            rowHeight={compact.value ? COMPACT_HEIGHT : ROW_HEIGHT}
            label="Requests, the last answered first"
            active={active < list.length ? active : -1}
            activeKey={chosen.value?.id ?? ""}
            place={place}
            header={<Head />}
            render={(index) => {
              const row = at(index);
              return (
                row && (
                  <RowView
                    key={(list.length - index) % POOL}
                    row={row}
                    index={index}
                    isActive={index === active}
                    isCompact={compact.value}
                    onOpen={open}
                  />
                )
              );
            }}
          />
        )}
      </div>
      {isOpen && <RequestPane id={id} row={chosen.value} onClose={() => go("/live")} onMove={move} />}
      <HelpDialog dialog={help} />
    </section>
  );
}

/** The row this number of rows below the chosen one; `first`, `last`: of the whole list. */
function rowFrom(list: readonly Row[], by: number | "first" | "last"): Row | undefined {
  const from = list.length - 1 - indexOf(list, chosen.peek()?.id ?? "");
  const to = by === "first" ? 0 : by === "last" ? list.length - 1 : from + by;
  return list[list.length - 1 - Math.max(0, Math.min(list.length - 1, to))];
}

/** The row of the open request, or the chosen one. */
function indexOf(list: readonly Row[], id: string): number {
  const row = chosen.value;
  if (id !== "" && row?.id !== id) {
    const found = list.findLast((one) => one.id === id);
    chosen.value = found;
    return found === undefined ? list.length : list.lastIndexOf(found);
  }
  if (row === undefined) return list.length;
  const same = list.lastIndexOf(row);
  if (same >= 0) return same;
  const again = row.id === "" ? -1 : list.findLastIndex((one) => one.id === row.id);
  return again < 0 ? list.length : again;
}

function useCompact(root: preact.RefObject<HTMLElement | null>) {
  const compact = useSignal(innerWidth < COMPACT_BELOW);
  useLayoutEffect(() => {
    const side = root.current?.querySelector(".list-side");
    if (!side) return;
    const observer = new ResizeObserver(([entry]) => {
      // The list is hidden while a narrow screen shows a request.
      if (entry !== undefined && entry.contentRect.width > 0)
        compact.value = entry.contentRect.width < COMPACT_BELOW;
    });
    observer.observe(side);
    return () => observer.disconnect();
  }, []);
  return compact;
}

const focusList = (root: HTMLElement | null): void =>
  root?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
