import { refuseAt, YamlError } from "../yaml-error.ts";
import { Scanner } from "./scanner.ts";
import type { Token, TokenType } from "./token.ts";

interface Placed {
  /** Line on which the node begins, from 0. */
  readonly line: number;
  readonly anchor: string;
}

/** A scalar, before its type is determined. */
export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: string;
  readonly tag: string;
  /** True for a scalar without quotes and tag, which can be a number, a boolean or null. */
  readonly plain: boolean;
}

/** A sequence. */
export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: YamlNode[];
}

/** A mapping with all its members, also those with equal keys. */
export interface MapNode extends Placed {
  readonly kind: "map";
  readonly members: [key: YamlNode, value: YamlNode][];
}

/** `*name`, with the node that has the anchor. */
export interface AliasNode {
  readonly kind: "alias";
  readonly line: number;
  readonly name: string;
  readonly node: AnchoredNode;
}

/** A node that can have an anchor. */
export type AnchoredNode = ScalarNode | ListNode | MapNode;
/** Any node of a document. */
export type YamlNode = AnchoredNode | AliasNode;

/**
 * Parses the first document of a text into a tree; undefined if there is none. Throws YamlError with Go's texts
 * (parserc.go).
 */
export const parseYamlText = (text: string): YamlNode | undefined => new Parser(text).document();

const YAML_TAGS = "tag:yaml.org,2002:";

/** The anchor and tag before a node. */
interface Properties {
  anchor: string;
  tag: string;
  line: number;
}

class Parser {
  readonly #scanner: Scanner;
  readonly #handles = new Map<string, string>();
  readonly #anchors = new Map<string, AnchoredNode>();

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  document(): YamlNode | undefined {
    const { type } = this.#scanner.peek();
    if (type === "stream end") return undefined;
    this.#directives();
    const started = this.#scanner.peek();
    let node: YamlNode;
    if (started.type === "document start") {
      this.#scanner.skip();
      node = this.#content();
    } else {
      if (type.endsWith("directive"))
        refuseAt(started.line, "did not find expected <document start>", "parser");
      node = this.#node(true);
    }
    this.#scanner.peek();
    return node;
  }

  #directives(): void {
    let version = false;
    for (let token = this.#scanner.peek(); token.type.endsWith("directive"); token = this.#next()) {
      if (token.type === "tag directive") this.#addHandle(token);
      else {
        if (version) refuseAt(token.line, "found duplicate %YAML directive", "parser");
        if (token.suffix !== "1.1") refuseAt(token.line, "found incompatible YAML document", "parser");
        version = true;
      }
    }
    if (!this.#handles.has("!")) this.#handles.set("!", "!");
    if (!this.#handles.has("!!")) this.#handles.set("!!", YAML_TAGS);
  }

  #addHandle({ value = "", suffix = "", line }: Token): void {
    if (this.#handles.has(value)) refuseAt(line, "found duplicate %TAG directive", "parser");
    this.#handles.set(value, suffix);
  }

  /** Removes the current token and returns the next one. */
  #next(): Token {
    this.#scanner.skip();
    return this.#scanner.peek();
  }

  #content(): YamlNode {
    const { type, line } = this.#scanner.peek();
    const isEmpty = type.endsWith("directive") || type.startsWith("document") || type === "stream end";
    return isEmpty ? emptyAt(line) : this.#node(true);
  }

  /** Parses a node. `indentless`: a list may begin here even if it is not indented more than the key before it. */
  #node(block: boolean, indentless = false): YamlNode {
    const first = this.#scanner.peek();
    if (first.type === "alias") return this.#alias(first);
    const properties = this.#properties(first);
    const token = this.#scanner.peek();
    if (indentless && token.type === "-") return this.#collection(properties, "-");
    if (token.type === "scalar") return this.#scalar(token, properties);
    if (token.type === "[" || token.type === "{") return this.#collection(properties, token.type);
    if (block && (token.type === "block sequence start" || token.type === "block mapping start"))
      return this.#collection(properties, token.type);
    if (properties.anchor === "" && properties.tag === "")
      refuseAt(token.line, "did not find expected node content", "parser");
    const { line, anchor, tag } = properties;
    return this.#named({ kind: "scalar", line, anchor, value: "", tag, plain: tag === "" });
  }

  #alias({ line, value: name = "" }: Token): AliasNode {
    const node = this.#anchors.get(name);
    if (node === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`);
    this.#scanner.skip();
    return { kind: "alias", line, name, node };
  }

  #properties(first: Token): Properties {
    const found: Properties = { anchor: "", tag: "", line: first.line };
    let tag: Token | undefined;
    for (let token = first; ; token = this.#next()) {
      if (token.type === "anchor" && found.anchor === "") found.anchor = token.value ?? "";
      else if (token.type === "tag" && tag === undefined) tag = token;
      else break;
    }
    if (tag !== undefined) found.tag = this.#tagOf(tag);
    return found;
  }

  #tagOf({ value = "", suffix = "", line }: Token): string {
    const prefix = value === "" ? "" : this.#handles.get(value);
    if (prefix === undefined) refuseAt(line, "found undefined tag handle", "parser");
    return `${prefix}${suffix}`;
  }

  #scalar({ value = "", plain = false }: Token, { line, anchor, tag }: Properties): YamlNode {
    this.#scanner.skip();
    return this.#named({ kind: "scalar", line, anchor, value, tag, plain: plain && tag === "" });
  }

  #named<T extends ScalarNode | ListNode | MapNode>(node: T): T {
    if (node.anchor !== "") this.#anchors.set(node.anchor, node);
    return node;
  }

  #collection({ line, anchor }: Properties, begin: TokenType): YamlNode {
    if (begin === "{" || begin === "block mapping start") {
      const map = this.#named<MapNode>({ kind: "map", line, anchor, members: [] });
      if (begin === "{") this.#flowMap(map);
      else this.#blockMap(map);
      return map;
    }
    const list = this.#named<ListNode>({ kind: "list", line, anchor, items: [] });
    if (begin === "[") this.#flowList(list);
    else if (begin === "-") this.#indentlessList(list);
    else this.#blockList(list);
    return list;
  }

  #blockList({ items }: ListNode): void {
    for (let token = this.#next(); token.type !== "block end"; token = this.#scanner.peek()) {
      if (token.type !== "-") refuseAt(token.line, "did not find expected '-' indicator", "parser");
      items.push(this.#after(token, ["-", "block end"]));
    }
    this.#scanner.skip();
  }

  #indentlessList({ items }: ListNode): void {
    for (let token = this.#scanner.peek(); token.type === "-"; token = this.#scanner.peek())
      items.push(this.#after(token, ["-", "key", "value", "block end"]));
  }

  /** Removes an indicator and parses the node after it. The node is empty if one of `ends` follows. */
  #after({ line }: Token, ends: readonly TokenType[], block = true, indentless = false): YamlNode {
    const next = this.#next();
    return ends.includes(next.type) ? emptyAt(line) : this.#node(block, indentless);
  }

  #blockMap({ members }: MapNode): void {
    const ends: readonly TokenType[] = ["key", "value", "block end"];
    for (let token = this.#next(); token.type !== "block end"; token = this.#scanner.peek()) {
      if (token.type !== "key") refuseAt(token.line, "did not find expected key", "parser");
      const key = this.#after(token, ends, true, true);
      const value = this.#scanner.peek();
      members.push([
        key,
        value.type === "value" ? this.#after(value, ends, true, true) : emptyAt(value.line),
      ]);
    }
    this.#scanner.skip();
  }

  #flowList({ items }: ListNode): void {
    let token = this.#next();
    for (let first = true; token.type !== "]"; first = false) {
      if (!first) token = this.#comma(token, "did not find expected ',' or ']'");
      if (token.type === "key") items.push(this.#pair(token));
      else if (token.type !== "]") items.push(this.#node(false));
      if (token.type === "]") break;
      token = this.#scanner.peek();
    }
    this.#scanner.skip();
  }

  #comma(token: Token, problem: string): Token {
    if (token.type !== ",") refuseAt(token.line, problem, "parser");
    return this.#next();
  }

  /** A map with one member inside a list: `[a: b]`. */
  #pair(token: Token): MapNode {
    const next = this.#next();
    const { line } = token;
    let key: YamlNode = emptyAt(next.line);
    if (next.type === "value" || next.type === "," || next.type === "]") this.#scanner.skip();
    else key = this.#node(false);
    return { kind: "map", line, anchor: "", members: [[key, this.#flowValue([",", "]"])]] };
  }

  #flowValue(ends: readonly TokenType[]): YamlNode {
    const token = this.#scanner.peek();
    return token.type === "value" ? this.#after(token, ends, false) : emptyAt(token.line);
  }

  #flowMap({ members }: MapNode): void {
    let token = this.#next();
    for (let first = true; token.type !== "}"; first = false) {
      if (!first) token = this.#comma(token, "did not find expected ',' or '}'");
      if (token.type === "}") break;
      members.push(this.#flowMember(token));
      token = this.#scanner.peek();
    }
    this.#scanner.skip();
  }

  #flowMember(token: Token): [YamlNode, YamlNode] {
    if (token.type !== "key") return [this.#node(false), emptyAt(this.#scanner.peek().line)];
    const key = this.#after(token, ["value", ",", "}"], false);
    return [key, this.#flowValue([",", "}"])];
  }
}

const emptyAt = (line: number): ScalarNode => ({
  kind: "scalar",
  line,
  anchor: "",
  value: "",
  tag: "",
  plain: true,
});
