import { connection, counts } from "./connection.ts";
import { paused } from "./requests.ts";
import { filterText, refusedOnly, resetWish, withSystem } from "./wish.ts";

/** An empty list: why, and the next step. */
export function Nothing() {
  const { state, problem } = connection.value;
  if (state === "opening") return null;
  if (state === "refused")
    return (
      <div class="empty">
        <p class="empty-title">This tab has no token</p>
        <p>
          Open the link that the server printed when it was started. If its output is a log, the link is in
          the file <code>console-link</code> of the data folder.
        </p>
      </div>
    );
  if (state !== "open")
    return (
      <div class="empty">
        <p class="empty-title">{state === "none" ? "No requests here" : "No connection"}</p>
        <p>{problem}</p>
      </div>
    );
  if (paused.value)
    return (
      <div class="empty">
        <p class="empty-title">The list is paused</p>
        <p>Continue shows the requests that have arrived since.</p>
      </div>
    );
  if (filterText.value.trim() !== "" || refusedOnly.value) return <NoMatch />;
  return (
    <div class="empty">
      <p class="empty-title">Waiting for requests</p>
      <p>Write requests appear here as they are handled. Try one in a terminal:</p>
      <pre class="code">kubectl create configmap hello --from-literal=a=b</pre>
      <Hidden />
    </div>
  );
}

function NoMatch() {
  return (
    <div class="empty">
      <p class="empty-title">No request matches</p>
      <p>{counts.value?.kept ?? 0} requests were searched. New ones appear when they match.</p>
      <p>
        <button type="button" class="button" onClick={resetWish}>
          Show all
        </button>
      </p>
      <Hidden />
    </div>
  );
}

function Hidden() {
  const { hidden = 0 } = counts.value ?? {};
  if (hidden === 0) return null;
  return (
    <p>
      {hidden} requests of controllers, nodes and the server are hidden.{" "}
      <button
        type="button"
        class="link"
        onClick={() => {
          withSystem.value = true;
        }}
      >
        Show them
      </button>
    </p>
  );
}
