const TOTAL_LIMIT = 4096;
const TRUNCATED = 256;

/** Collects `Warning` headers: duplicates once, what cannot stand in a header not at all, long ones cut (admission.md 7.7). */
export interface WarningRecorder {
  add(text: string): void;
  /** Header values, in the order of arrival. */
  headers(): readonly string[];
}

const NONE: readonly string[] = [];

export function createWarningRecorder(): WarningRecorder {
  let texts = NONE;
  return {
    add(text) {
      if (text === "" || texts.includes(text) || !isPrintable(text)) return;
      texts = [...texts, text];
    },
    headers: () => (texts.length === 0 ? texts : fitting(texts).map(formatWarning)),
  };
}

/** As they are while their sum fits; else all cut to 256 characters until 4096 are reached. */
function fitting(texts: readonly string[]): readonly string[] {
  const lengths = texts.map((t) => [...t].length);
  if (lengths.reduce((a, b) => a + b, 0) <= TOTAL_LIMIT) return texts;
  const kept: string[] = [];
  let total = 0;
  for (const text of texts) {
    if (total >= TOTAL_LIMIT) break;
    const cut = [...text].slice(0, TRUNCATED).join("");
    kept.push(cut);
    total += [...cut].length;
  }
  return kept;
}

function isPrintable(text: string): boolean {
  // A lone surrogate stands for invalid UTF-8: it cannot be sent.
  return text.isWellFormed() && !/\p{Cc}/u.test(text) && !text.includes("\ufffd");
}

/** RFC 7234, 5.5: `299 - "text"`. */
function formatWarning(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, "\\$&")}"`;
}
