import { render } from "preact";
import { App } from "./app.tsx";
import { keepToken } from "./token.ts";

keepToken();
// A link that is opened in a tab of this page changes the fragment only.
addEventListener("hashchange", () => {
  if (keepToken()) location.reload();
});
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
