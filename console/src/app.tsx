import { useEffect } from "preact/hooks";
import { about, readAbout } from "./about.ts";
import { ConfigurationsView } from "./configurations/configurations-view.tsx";
import { ExplainView } from "./explain/explain-view.tsx";
import { GraphView } from "./graph/graph-view.tsx";
import { connect, connection, restarted } from "./live/connection.ts";
import { LiveView } from "./live/live-view.tsx";
import { route } from "./route.ts";
import { ShadowView } from "./shadow/shadow-view.tsx";
import { LazyWhatIf } from "./what-if/lazy-what-if.tsx";
import { timeText } from "./words.ts";

const PAGES = [
  ["/live", "Live"],
  ["/configurations", "Configurations"],
  ["/what-if", "What if"],
  ["/graph", "Dependencies"],
  ["/explain", "Explain"],
] as const;
const SHADOW = ["/shadow", "Shadow"] as const;

/** The page: what is chosen in the navigation, and whether requests arrive. */
export function App() {
  useEffect(() => {
    connect();
    readAbout();
  }, []);
  const path = route.value;
  return (
    <>
      <header class="top">
        <a class="brand" href="#/live">
          Sallyport
        </a>
        <nav aria-label="Views">
          {[...PAGES, ...(about.value?.shadow === true ? [SHADOW] : [])].map(([to, text]) => (
            <a
              key={to}
              href={`#${to}`}
              {...(isAt(path, to) && { "aria-current": "page", ref: bringIntoView })}
            >
              {text}
            </a>
          ))}
        </nav>
        <Status />
      </header>
      <Lost />
      <main id="main" tabIndex={-1}>
        <View path={path} />
      </main>
    </>
  );
}

/** On a narrow screen there is not room for all of them. */
const bringIntoView = (link: HTMLElement | null): void =>
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });

const isAt = (path: string, to: string): boolean =>
  path.startsWith(to) || (to === "/live" && path.startsWith("/request/"));

function View({ path }: { path: string }) {
  const [, view = "", rest = ""] = path.split("/");
  switch (view) {
    case "":
    case "live":
      return <LiveView id="" />;
    case "request":
      return <LiveView id={nameIn(rest)} />;
    case "configurations":
      return <ConfigurationsView />;
    case "what-if":
      return <LazyWhatIf name={nameIn(rest)} />;
    case "graph":
      return <GraphView />;
    case "explain":
      return <ExplainView />;
    case "shadow":
      return <ShadowView />;
    default:
      return (
        <div class="empty">
          <p class="empty-title">There is no view {view}</p>
          <p>
            The views are in the list above. <a href="#/live">Show live requests</a>
          </p>
        </div>
      );
  }
}

/** The name in a part of an address; an address that was typed can be no URL. */
function nameIn(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Says that the connection is lost, or that it is there again. */
function Lost() {
  const { state, problem, since } = connection.value;
  if (state === "lost")
    return (
      <p class="note bad-note" role="alert">
        No connection since {timeText(since).slice(0, 8)}. {problem} The page connects again by itself.
      </p>
    );
  if (state === "refused")
    return (
      <p class="note bad-note" role="alert">
        {problem}
      </p>
    );
  if (restarted.value === 0) return null;
  return (
    <p class="note good-note" role="status">
      Connected again at {timeText(restarted.value).slice(0, 8)}: the server was started again. Requests from
      before may have no details.{" "}
      <button
        type="button"
        class="link"
        onClick={() => {
          restarted.value = 0;
        }}
      >
        Hide
      </button>
    </p>
  );
}

const STATES = {
  opening: "Connecting",
  open: "Live",
  lost: "No connection",
  none: "No requests",
  refused: "No token",
} as const;

function Status() {
  const { state } = connection.value;
  const { server = "", version = "" } = about.value ?? {};
  return (
    <p class="status" title={`${server} ${version}`}>
      <span class={`dot ${state}`} aria-hidden="true" />
      <span role="status">{STATES[state]}</span>
      <span class="server">{server.replace(/^https:\/\//, "")}</span>
    </p>
  );
}
