import { render } from "preact";
import { App } from "./app.tsx";
import { forgetToken } from "./route.ts";

forgetToken();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
