import { render } from "preact";
import { App } from "./app.tsx";

const place = document.getElementById("app");
const engineScript = document.querySelector('meta[name="engine"]')?.getAttribute("content") ?? "";
if (place !== null) {
  place.replaceChildren();
  render(<App engineScript={engineScript} />, place);
}
// After the first load, the page works without a network.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
