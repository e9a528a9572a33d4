// A plugin of typedoc: pages have their first heading as title, and the group of groups.mjs in the navigation.
import { DECISIONS, GROUPS } from "./groups.mjs";

export function load(app) {
  // The theme writes the name of the project above it.
  app.converter.on("resolveEnd", ({ project }) => void leaveOutTitle(project.readme));
  app.converter.on("createDocument", (_context, page) => {
    page.frontmatter.group = groupOf(page.name);
    plainHeadings(page.content);
    page.name = titleOf(page.content)?.replace(/^0*(\d+)[.:] /, "$1. ") ?? page.name;
  });
}

const TITLE = /^# (.+)\n/;

const titleOf = ([first]) => TITLE.exec(first?.text ?? "")?.[1];

function leaveOutTitle(content) {
  if (content !== undefined) content[0].text = content[0].text.replace(TITLE, "");
}

/** Typedoc makes no anchors of code in headings. */
function plainHeadings(content) {
  let line = "";
  for (const part of content) {
    if (part.kind === "code" && /^#+ [^\n]*$/.test(line)) {
      part.kind = "text";
      part.text = part.text.replaceAll("`", "").replace(/[<>*_[\]]/g, "\\$&");
    }
    line = (line + part.text).replace(/^[\s\S]*\n/, "");
  }
  for (let i = content.length - 1; i > 0; i--) {
    if (content[i].kind !== "text" || content[i - 1].kind !== "text") continue;
    content[i - 1].text += content[i].text;
    content.splice(i, 1);
  }
}

function groupOf(path) {
  if (path.includes("decisions/")) return DECISIONS;
  const name = path.replace(/^.*\//, "");
  const found = Object.entries(GROUPS).find(([, pages]) => pages.includes(name));
  if (found === undefined) throw new Error(`site/groups.mjs has no place for the page ${path}`);
  return found[0];
}
