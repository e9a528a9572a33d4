import { render } from "preact";
import { App } from "./app.tsx";
import { keepToken } from "./token.ts";

keepToken();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
