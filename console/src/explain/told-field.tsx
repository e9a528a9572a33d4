import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { endOf, MOST_TOLD } from "../../../src/explain/message/told-text.ts";

interface ToldFieldProps {
  readonly text: string;
  /** `isWhole`: the text was pasted, dropped or read from a file. */
  onText(text: string, isWhole: boolean): void;
  /** Control and Enter. */
  onEnter?(): void;
}

/** Most bytes of a character in UTF-8. */
const MOST_BYTES_EACH = 4;

const PLACEHOLDER =
  'Error from server (InternalError): error when creating "pod.yaml": Internal error occurred: failed calling webhook "owners.example.com": …';

/** A field for a text with errors, and a button for a file. It takes what is pasted or dropped elsewhere on the page, too. */
export function ToldField({ text, onText, onEnter }: ToldFieldProps) {
  const isCut = useSignal(false);
  const file = useRef<HTMLInputElement>(null);
  const take = (whole: string, isWhole: boolean): void => {
    const end = endOf(whole);
    isCut.value = end.length < whole.length;
    onText(end, isWhole);
  };
  const read = async (one: File): Promise<void> => {
    const end = await one.slice(-MOST_TOLD * MOST_BYTES_EACH).text();
    take(end, true);
    isCut.value ||= one.size > MOST_TOLD * MOST_BYTES_EACH;
  };
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const [dropped] = event.dataTransfer?.files ?? [];
      // An editor reads a file itself.
      if (dropped === undefined || event.defaultPrevented) return;
      event.preventDefault();
      void read(dropped);
    };
    const paste = ({ target, clipboardData }: ClipboardEvent): void => {
      const field = target instanceof Element && target.closest("input, textarea, [contenteditable]");
      if (!field) take(clipboardData?.getData("text/plain") ?? "", true);
    };
    addEventListener("dragover", allow, { signal });
    addEventListener("drop", drop, { signal });
    addEventListener("paste", paste, { signal });
    return () => left.abort();
  }, []);
  return (
    <div class="told-field">
      <textarea
        class="code"
        aria-label="The error"
        aria-describedby="told-hint"
        placeholder={PLACEHOLDER}
        autocapitalize="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value }, inputType }) => take(value, PASTES.has(inputType))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onEnter?.();
        }}
      />
      <p class="dim small" id="told-hint">
        What kubectl printed, events, or a piece of a log, also in JSON. Or{" "}
        <button type="button" class="link" onClick={() => file.current?.click()}>
          open a file
        </button>
        , or drop one here.
      </p>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="File with errors"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) void read(chosen);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      {isCut.value && (
        <p class="warn small" role="status">
          The text is longer than a million characters: its end is here, and is explained.
        </p>
      )}
    </div>
  );
}

const PASTES: ReadonlySet<string> = new Set(["insertFromPaste", "insertFromDrop"]);
