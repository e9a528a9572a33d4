import { Decoration, MatchDecorator, WidgetType } from "@codemirror/view";
import { decorateMatches } from "./decorate-matches.ts";

/** Long values in base64, such as bundles of certificates, which would fill the screen. */
const LONG = /[A-Za-z0-9+/=_-]{120,}/g;
const SHOWN = 24;

/** The beginning of a long value, and its length. */
class Shortened extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Shortened): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "y-long";
    element.textContent = `${this.#text.slice(0, SHOWN)}… (${this.#text.length} characters)`;
    return element;
  }
}

const shortened = new MatchDecorator({
  regexp: LONG,
  decoration: ([text]) => Decoration.replace({ widget: new Shortened(text) }),
});

/** Shows them short. They are moved over, copied and deleted as one. */
export const longValues = decorateMatches(shortened, true);
