import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fewOf } from "../../../src/report/few-of.ts";
import { get, messageOf } from "../api.ts";
import { type Graph, type GraphNode, layersOf } from "./layers.ts";

interface Outage {
  readonly rows: readonly {
    readonly operation: string;
    readonly resource: string;
    readonly namespaces: readonly string[];
    readonly outcome: "fails" | "fails-slowly" | "slow";
    readonly seconds: number;
    readonly only: readonly string[];
  }[];
  readonly recovery: readonly { readonly backend: string; readonly answer: "yes" | "no" | "unknown" }[];
}

/** The dependencies of webhooks, and the outage that each of them causes. */
export function GraphView() {
  const graph = useSignal<Graph | undefined>(undefined);
  const chosen = useSignal("");
  const outage = useSignal<Outage | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    const left = new AbortController();
    get<Graph>("/api/graph", left.signal).then(
      (value) => {
        graph.value = value;
      },
      (error) => {
        if (!left.signal.aborted) problem.value = messageOf(error);
      },
    );
    return () => left.abort();
  }, []);
  const choose = (id: string): void => {
    chosen.value = id;
    outage.value = undefined;
    problem.value = "";
    get<Outage>(`/api/outage?webhook=${encodeURIComponent(id.replace(/^Webhook /, ""))}`).then(
      (value) => {
        if (chosen.value === id) outage.value = value;
      },
      (error) => {
        if (chosen.value === id) problem.value = messageOf(error);
      },
    );
  };
  const { nodes = [] } = graph.value ?? {};
  return (
    <section class="page wide">
      <div>
        <h1>Dependencies</h1>
        <p class="dim">What webhooks need to answer. Choose a webhook to see what stops when it is down.</p>
      </div>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {graph.value !== undefined && nodes.length === 0 && (
        <div class="empty">
          <p class="empty-title">There are no webhooks</p>
          <p>
            Write a webhook configuration in <a href="#/what-if/">What if</a> or with kubectl, and come back.
          </p>
        </div>
      )}
      {graph.value !== undefined && nodes.length > 0 && (
        <Drawing graph={graph.value} chosen={chosen.value} onChoose={choose} />
      )}
      {chosen.value !== "" && (
        <section class="card" aria-live="polite" aria-labelledby="outage-title">
          <h2 id="outage-title">While {chosen.value.replace(/^Webhook /, "")} is down</h2>
          {outage.value === undefined ? <p class="dim">Looking …</p> : <OutageTable outage={outage.value} />}
        </section>
      )}
    </section>
  );
}

function Drawing({
  graph,
  chosen,
  onChoose,
}: {
  graph: Graph;
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useSignal<readonly { d: string; kind: string }[]>([]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const draw = () => {
      lines.value = linesIn(element, graph);
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [graph]);
  return (
    <div class="graph" role="region" aria-label="What needs what" tabIndex={0}>
      <div class={`graph-inner ${graph.edges.length === 0 ? "flat" : ""}`} ref={box}>
        <svg aria-hidden="true">
          {lines.value.map(({ d, kind }, index) => (
            <path key={index} d={d} class={kind} />
          ))}
        </svg>
        {layersOf(graph).map((layer, index) => (
          <ul key={index} class="layer">
            {layer.map((node) => (
              <li key={node.id}>
                <Node node={node} isChosen={node.id === chosen} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}

function Node({
  node,
  isChosen,
  onChoose,
}: {
  node: GraphNode;
  isChosen: boolean;
  onChoose: (id: string) => void;
}) {
  const { id, kind, inCircle } = node;
  const text = (
    <>
      <span class="node-kind">
        {kind}
        {inCircle && <span class="bad"> waits for itself</span>}
      </span>
      <span>{id.slice(kind.length + 1)}</span>
    </>
  );
  const style = `node ${inCircle ? "circle" : ""}`;
  return kind === "Webhook" ? (
    <button type="button" class={style} data-id={id} aria-pressed={isChosen} onClick={() => onChoose(id)}>
      {text}
    </button>
  ) : (
    <div class={style} data-id={id}>
      {text}
    </div>
  );
}

function linesIn(box: HTMLElement, { edges }: Graph): { d: string; kind: string }[] {
  const origin = box.getBoundingClientRect();
  const places = new Map(
    [...box.querySelectorAll<HTMLElement>("[data-id]")].map((one) => [
      one.dataset.id ?? "",
      one.getBoundingClientRect(),
    ]),
  );
  return edges.flatMap(({ from, to, label, onlyAtStart }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return [];
    const [x1, y1] = [a.right - origin.left, a.top + a.height / 2 - origin.top];
    const [x2, y2] = [b.left - origin.left, b.top + b.height / 2 - origin.top];
    const bend = Math.max(24, Math.abs(x2 - x1) / 2);
    const kind = label !== "" ? "back" : onlyAtStart ? "start" : "";
    return [{ d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, kind }];
  });
}

/** Number of namespaces that a row names. */
const MOST_NAMESPACES = 6;

const OUTCOMES = { fails: "fails", "fails-slowly": "fails after a while", slow: "is slow" } as const;

function OutageTable({ outage: { rows, recovery } }: { outage: Outage }) {
  return (
    <>
      {rows.length === 0 && <p>Nothing stops.</p>}
      {rows.length > 0 && (
        <div class="matrix" role="region" aria-label="What stops" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Outcome</th>
                <th scope="col">When calls hang</th>
                <th scope="col">Namespaces</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ operation, resource, namespaces, outcome, seconds, only }, index) => (
                <tr key={index}>
                  <th scope="row">
                    {operation} {resource}
                    {only.length > 0 && <span class="dim small"> {only.join(", ")}</span>}
                  </th>
                  <td class={outcome === "slow" ? "warn" : "bad"}>{OUTCOMES[outcome]}</td>
                  <td>{seconds} s</td>
                  <td class="dim" title={namespaces.join(", ")}>
                    {namespaces.length === 0 ? "–" : fewOf(namespaces, MOST_NAMESPACES)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {recovery
        .filter(({ answer }) => answer !== "unknown")
        .map(({ backend, answer }) => (
          <p key={backend} class={answer === "no" ? "bad" : "good"}>
            {answer === "no"
              ? `${backend} does not come back by itself: its own pods are reviewed by what is down.`
              : `${backend} comes back by itself.`}
          </p>
        ))}
    </>
  );
}
