import { connection, counts } from "./connection.ts";
import { paused } from "./requests.ts";
import { filterText, refusedOnly, resetWish, withSystem } from "./wish.ts";

/** An empty list: why, and the next step. */
export function Nothing() {
  const { state, problem } = connection.value;
  if (state === "lost")
    return (
      <div class="empty">
        <p class="empty-title">No connection</p>
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
