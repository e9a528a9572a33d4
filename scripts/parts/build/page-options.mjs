/** Options of esbuild for the pages in browsers: the console, and the page to try it. */
export const PAGE_OPTIONS = {
  outdir: ".",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome109", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  write: false,
  logLevel: "warning",
};
