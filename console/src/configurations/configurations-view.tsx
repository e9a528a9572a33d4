import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RequestEvent } from "../../../src/explain/stream/request-event.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { get, messageOf } from "../api.ts";
import { seenEvents } from "../live/requests.ts";
import { requestLink } from "../route.ts";
import { milliseconds, timeText } from "../words.ts";
import { type Configurations, type Hook, healthOf, matrixOf, phasesOf } from "./hooks.ts";

/** Every webhook and policy in the order of calls, what it covers, and how it is. */
export function ConfigurationsView() {
  const found = useSignal<Configurations | undefined>(undefined);
  const findings = useSignal<readonly Finding[] | undefined>(undefined);
  const effect = useSignal<Effect | undefined>(undefined);
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
  const phases = found.value === undefined ? [] : phasesOf(found.value);
  const hooks = phases.flatMap((phase) => phase.hooks);
  return (
    <section class="page configurations">
      <div class="page-head">
        <div>
          <h1>Configurations</h1>
          <p class="dim">
            In the order of their calls. The counts are for the requests that this page has received.
          </p>
        </div>
        <a class="button" href="#/what-if/">
          New
        </a>
      </div>
      {effect.value !== undefined && <InEffect effect={effect.value} />}
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
          {own.length === 0 && <p class="dim">None.</p>}
          <ol class="hooks-list">
            {own.map((hook) => (
              <HookRow
                key={`${hook.of} ${hook.name}`}
                hook={hook}
                findings={(findings.value ?? []).filter((one) => isAbout(one, hook))}
              />
            ))}
          </ol>
        </section>
      ))}
      {hooks.length > 0 && <Matrix hooks={hooks} />}
      {findings.value === undefined && found.value !== undefined && problem.value === "" && (
        <p class="dim">Checking the configurations …</p>
      )}
    </section>
  );
}

/** Answer of `/api/effective`. */
interface Effect {
  readonly servers: readonly { readonly name: string; readonly inEffect: boolean }[];
}

function InEffect({ effect: { servers } }: { effect: Effect }) {
  const waiting = servers.filter(({ inEffect }) => !inEffect);
  if (servers.length < 2 && waiting.length === 0) return <p class="dim small">In effect.</p>;
  return (
    <p class={waiting.length === 0 ? "dim small" : "warn small"}>
      In effect on {servers.length - waiting.length} of {servers.length} servers
      {waiting.length > 0 && `; not yet on ${waiting.map(({ name }) => name).join(", ")}`}
    </p>
  );
}

const isAbout = ({ object, webhook }: Finding, { of, name, kind }: Hook): boolean =>
  `${object.kind}/${object.name}` === of && (kind === "policy" || webhook === "" || webhook === name);

function HookRow({ hook, findings }: { hook: Hook; findings: readonly Finding[] }) {
  const { name, of, kind, facts, notAfter } = hook;
  const { calls, denied, failed, p50, p99, lastFailure } = healthOf(hook, seenEvents());
  return (
    <li class="hook-row">
      <div>
        <p>
          <a class="hook-name" href={`#/what-if/${encodeURIComponent(of)}`}>
            {name}
          </a>{" "}
          <span class="dim">{kind === "policy" ? "policy" : of.split("/")[1]}</span>
        </p>
        <p class="dim small">{facts.join(" · ")}</p>
        {notAfter !== undefined && <Expiry notAfter={notAfter} />}
        {lastFailure !== undefined && <LastFailure event={lastFailure} webhook={name} />}
        {findings.map(({ rule, severity, message, fix }, index) => (
          <p key={index} class={`finding ${severity}`}>
            <span class="finding-severity">{severity}</span> {message}
            {fix !== "" && <span class="dim"> {fix}</span>} <span class="dim small">{rule}</span>
          </p>
        ))}
      </div>
      {kind === "webhook" && (
        <dl class="facts numbers">
          <Figure name="calls" value={String(calls)} />
          <Figure name="refused" value={String(denied)} />
          <Figure name="failed" value={String(failed)} isBad={failed > 0} />
          <Figure name="p50" value={calls === 0 ? "–" : milliseconds(p50)} />
          <Figure name="p99" value={calls === 0 ? "–" : milliseconds(p99)} />
        </dl>
      )}
    </li>
  );
}

/** Opened, the request says what was wrong; where the failure refused it, its message does. */
function LastFailure({ event, webhook }: { event: RequestEvent; webhook: string }) {
  const { id, time, message, verb, resource, namespace, name } = event;
  return (
    <p class="small bad">
      failed last at {timeText(time)}:{" "}
      <a href={requestLink(id)}>
        {message.includes(webhook) ? message : `${verb} ${resource} ${namespace}/${name}`}
      </a>
    </p>
  );
}

function Figure({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isBad ? "bad" : ""}>{value}</dd>
    </div>
  );
}

const DAY_MS = 24 * 3600_000;

function Expiry({ notAfter }: { notAfter: string }) {
  const days = Math.floor((Date.parse(notAfter) - Date.now()) / DAY_MS);
  const text = days < 0 ? `expired ${-days} days ago` : `expires in ${days} days`;
  return <p class={`small ${days < 0 ? "bad" : days < 30 ? "warn" : "dim"}`}>authority {text}</p>;
}

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
