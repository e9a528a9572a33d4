import { render } from "preact";
import { App } from "./app.tsx";
import { Engine } from "./engine.ts";
import { ErrorPage } from "./error-page.tsx";
import { explains } from "./head.tsx";

const place = document.getElementById("app");
const engineScript = document.querySelector('meta[name="engine"]')?.getAttribute("content") ?? "";
if (place !== null) {
  const engine = new Engine(engineScript);
  const Page = () => (explains.value ? <ErrorPage engine={engine} /> : <App engine={engine} />);
  place.replaceChildren();
  render(<Page />, place);
}
// After the first load, the page works without a network.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
