import { decodeJson } from "../../json/parse/decode.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { isEncrypted } from "../encryption/transformer.ts";
import { StorageError } from "../storage.ts";
import type { Form, Found, Moment, ShowProgress, Source, Target } from "./places.ts";
import { withRevision } from "./stored-form.ts";
import { type StoredItem, storedForm } from "./stored-item.ts";

interface DecodeOptions {
  /** The encoding has keys; otherwise what is encrypted stays as it is. */
  readonly mayDecrypt: boolean;
  /** True if objects that cannot be decoded stay unchanged; otherwise they are an error. */
  readonly keepsUnreadable?: boolean;
}

/** Returns a source whose objects are decoded. */
export function decodedSource(source: Source, encoding: Encoding, options: DecodeOptions): Source {
  const read = async (): Promise<Moment> => decodedMoment(await source.read(), encoding, options);
  return { ...source, read };
}

function decodedMoment(moment: Moment, encoding: Encoding, options: DecodeOptions): Moment {
  const decoded = (item: StoredItem): StoredItem => {
    if (!options.mayDecrypt && isEncrypted(item.bytes)) return item;
    try {
      return { ...item, bytes: encoding.decode(item.key, item.bytes).bytes };
    } catch (cause) {
      if (options.keepsUnreadable === true) return item;
      throw new StorageError("Failed", `the object under ${item.key}: ${messageOf(cause)}`, { cause });
    }
  };
  return {
    ...moment,
    async *pages() {
      for await (const page of moment.pages()) {
        await Promise.all(page.flatMap(({ key, bytes }) => encoding.prepare(key, bytes) ?? []));
        yield page.map(decoded);
      }
    },
  };
}

/** Encodes what is written, and decodes what is read again. */
export function encodedTarget(target: Target, encoding: Encoding): Target {
  const encoded = (item: StoredItem, form: Form): StoredItem => {
    const json = inForm(item, form, target.form);
    return { ...item, bytes: encoding.encode?.(item.key, json).bytes ?? json };
  };
  return {
    name: target.name,
    form: target.form,
    keyPrefix: target.keyPrefix,
    keepsRevisions: target.keepsRevisions,
    async find(): Promise<Found> {
      const found = await target.find();
      if (found.contents === undefined) return found;
      return { ...found, contents: decodedSource(found.contents, encoding, { mayDecrypt: true }) };
    },
    begin: (source, found) => target.begin(source, found),
    written: async () => decodedMoment(await target.written(), encoding, { mayDecrypt: true }),
    prepare: (revision: number, progress?: ShowProgress) => target.prepare(revision, progress),
    write: (items, form) =>
      target.write(
        items.map((item) => encoded(item, form)),
        target.form,
      ),
    remove: (keys) => target.remove(keys),
    finish: (revision) => target.finish(revision),
    close: () => target.close(),
  };
}

function inForm(item: StoredItem, from: Form, to: Form): Uint8Array {
  if (from === to) return item.bytes;
  return to === "bare" ? storedForm(item) : withRevision(decodeJson(item.bytes), item.revision).bytes;
}
