import type { RequestEvent } from "../../../src/explain/stream/request-event.ts";

/** Whether a request is to be seen. */
export type Filter = (event: RequestEvent) => boolean;

/** Fields of a filter `field:value`. */
const FIELDS: Readonly<Record<string, (event: RequestEvent) => string>> = {
  verb: ({ verb }) => verb,
  code: ({ code }) => String(code),
  user: ({ user }) => user,
  namespace: ({ namespace }) => namespace,
  resource: resourceText,
  name: ({ name }) => name,
  hook: ({ webhooks }) => webhooks.map(({ name }) => name).join(" "),
};

export function resourceText({
  resource,
  subresource,
}: Pick<RequestEvent, "resource" | "subresource">): string {
  return subresource === "" ? resource : `${resource}/${subresource}`;
}

const texts = new WeakMap<RequestEvent, string>();

/** Words that all have to be somewhere in the row; `user:alice` only there, `-` before one: not that. */
export function filterOf(text: string, deniedOnly: boolean): Filter {
  const tests = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .map(wordTest);
  return (event) => !(deniedOnly && event.allowed) && tests.every((test) => test(event));
}

function wordTest(word: string): Filter {
  if (word.startsWith("-")) {
    const test = wordTest(word.slice(1));
    return (event) => !test(event);
  }
  const at = word.indexOf(":");
  const field = at > 0 ? FIELDS[word.slice(0, at)] : undefined;
  if (field === undefined) return (event) => textOf(event).includes(word);
  const wanted = word.slice(at + 1);
  const exact = word.startsWith("verb:") || word.startsWith("code:");
  return (event) => {
    const value = field(event).toLowerCase();
    return exact ? value.startsWith(wanted) : value.includes(wanted);
  };
}

function textOf(event: RequestEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const { verb, namespace, name, user, code, message, webhooks } = event;
  const parts = [verb, resourceText(event), namespace, name, user, String(code), message];
  const made = [...parts, ...webhooks.map((one) => one.name)].join(" ").toLowerCase();
  texts.set(event, made);
  return made;
}
