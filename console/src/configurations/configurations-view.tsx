import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { HookCounts } from "../../../src/cli/console/requests/hook-counts.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { get, messageOf } from "../api.ts";
import { FigureNames, HookRow } from "./hook-row.tsx";
import { type Configurations, countOf, type Hook, matrixOf, phasesOf } from "./hooks.ts";

/** Interval of the counts. */
const COUNT_MS = 2000;

/** Every webhook and policy in the order of calls, what it covers, and how it is. */
export function ConfigurationsView() {
  const found = useSignal<Configurations | undefined>(undefined);
  const findings = useSignal<readonly Finding[] | undefined>(undefined);
  const effect = useSignal<Effect | undefined>(undefined);
  const counts = useSignal<HookCounts>({ requests: 0, hooks: [] });
  const problem = useSignal("");
  useEffect(() => {
    const left = new AbortController();
    const failed = (error: unknown): void => {
      if (!left.signal.aborted) problem.value = messageOf(error);
    };
    get<Configurations>("/api/configurations", left.signal).then((value) => {
      found.value = value;
    }, failed);
    get<{ findings: readonly Finding[] }>("/api/lint", left.signal).then((value) => {
      findings.value = value.findings;
    }, failed);
    // Other servers than Sallyport do not know.
    get<Effect>("/api/effective", left.signal).then(
      (value) => {
        effect.value = value;
      },
      () => {},
    );
    return () => left.abort();
  }, []);
  useEffect(() => {
    const left = new AbortController();
    let timer = 0;
    const count = async (): Promise<void> => {
      counts.value = await get<HookCounts>("/api/counts", left.signal).catch(() => counts.peek());
      if (!left.signal.aborted) timer = window.setTimeout(count, COUNT_MS);
    };
    void count();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  const phases = found.value === undefined ? [] : phasesOf(found.value);
  const hooks = phases.flatMap((phase) => phase.hooks);
  return (
    <section class="page configurations">
      <div class="page-head">
        <div>
          <h1>Configurations</h1>
          <p class="dim">
            In the order of their calls. The numbers are counted over the last{" "}
            {counts.value.requests.toLocaleString("en")} requests, also those of controllers, which Live
            hides. {effect.value !== undefined && <InEffect effect={effect.value} />}
          </p>
        </div>
        <a class="button" href="#/what-if/">
          New
        </a>
      </div>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {phases.map(({ title, note, hooks: own }) => (
        <section key={title} class="card" aria-label={title}>
          <div class="card-head">
            <h2>{title}</h2>
            <p class="dim">{note}</p>
          </div>
          {own.length === 0 && (
            <p class="dim">
              None. <a href="#/what-if/">Write one in What if</a>.
            </p>
          )}
          {own.length > 0 && <FigureNames />}
          <ol class="hooks-list">
            {own.map((hook) => (
              <HookRow
                key={`${hook.of} ${hook.name}`}
                hook={hook}
                count={countOf(hook, counts.value)}
                findings={findings.value?.filter((one) => isAbout(one, hook))}
              />
            ))}
          </ol>
        </section>
      ))}
      {hooks.length > 0 && <Matrix hooks={hooks} />}
    </section>
  );
}

/** Answer of `/api/effective`. */
interface Effect {
  readonly servers: readonly { readonly name: string; readonly inEffect: boolean }[];
}

function InEffect({ effect: { servers } }: { effect: Effect }) {
  const waiting = servers.filter(({ inEffect }) => !inEffect);
  if (servers.length < 2 && waiting.length === 0) return <>All are in effect.</>;
  return (
    <span class={waiting.length === 0 ? "" : "warn"}>
      In effect on {servers.length - waiting.length} of {servers.length} servers
      {waiting.length > 0 && `; not yet on ${waiting.map(({ name }) => name).join(", ")}`}.
    </span>
  );
}

const isAbout = ({ object, webhook }: Finding, { of, name, kind }: Hook): boolean =>
  `${object.kind}/${object.name}` === of && (kind === "policy" || webhook === "" || webhook === name);

function Matrix({ hooks }: { hooks: readonly Hook[] }) {
  return (
    <section class="card" aria-labelledby="matrix-title">
      <div class="card-head">
        <h2 id="matrix-title">Webhooks and policies of each resource</h2>
        <p class="dim">C create, U update, D delete, X connect; by rules alone</p>
      </div>
      <div class="matrix" role="region" aria-labelledby="matrix-title" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Resource</th>
              {hooks.map(({ name, of }) => (
                <th key={`${of} ${name}`} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrixOf(hooks).map(({ resource, cells }) => (
              <tr key={resource}>
                <th scope="row">{resource}</th>
                {cells.map((cell, index) => (
                  <td key={index} class={cell === "" ? "dim" : ""}>
                    {cell === "" ? "·" : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
