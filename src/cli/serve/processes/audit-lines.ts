import type { AuditFile } from "../audit/audit-file.ts";
import type { ToParent } from "./messages.ts";

/** Limit for the lines that the parent has not written yet, in bytes (64 MiB). */
const MOST_WAITING_BYTES = 64 << 20;

/** Lines of the audit log on their way to the parent, which writes those of all servers. */
export class AuditLines {
  readonly #send: (message: ToParent) => void;
  #next = noLines();
  readonly #sent = new Map<number, Batch>();
  #number = 0;
  #waitingBytes = 0;
  #whenEmpty: (() => void) | undefined;

  constructor(send: (message: ToParent) => void) {
    this.#send = send;
  }

  /**
   * Returns the audit log of this server. `confirms`: `write` reports whether the parent has written the line; otherwise it reports
   * at once that the line is on its way. Lines are lost if too many wait.
   */
  file(confirms: boolean): AuditFile {
    return {
      write: (line) => {
        const bytes = Buffer.byteLength(line);
        if (this.#waitingBytes + bytes > MOST_WAITING_BYTES) return false;
        this.#waitingBytes += bytes;
        if (!confirms) {
          this.#add(line, bytes, () => {});
          return true;
        }
        return new Promise((done) => this.#add(line, bytes, done));
      },
      close: () =>
        new Promise((resolve) => {
          if (this.#waitingBytes === 0) return resolve();
          this.#whenEmpty = resolve;
        }),
    };
  }

  /** Takes the parent's report about lines. */
  stored(number: number, areStored: readonly boolean[]): void {
    const batch = this.#sent.get(number);
    if (batch === undefined) return;
    this.#sent.delete(number);
    this.#waitingBytes -= batch.bytes;
    batch.done.forEach((done, index) => void done(areStored[index] === true));
    if (this.#waitingBytes === 0) this.#whenEmpty?.();
  }

  #add(line: string, bytes: number, done: (isStored: boolean) => void): void {
    if (this.#next.lines.length === 0) setImmediate(() => this.#flush());
    this.#next.lines.push(line);
    this.#next.done.push(done);
    this.#next.bytes += bytes;
  }

  /** The lines of one turn of the event loop are one message. */
  #flush(): void {
    const batch = this.#next;
    this.#next = noLines();
    this.#sent.set(++this.#number, batch);
    this.#send({ kind: "audit", lines: batch.lines, number: this.#number });
  }
}

interface Batch {
  readonly lines: string[];
  readonly done: ((isStored: boolean) => void)[];
  bytes: number;
}

const noLines = (): Batch => ({ lines: [], done: [], bytes: 0 });
