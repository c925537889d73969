import { Html } from "./html.js";

/** How the page for people looks, in light and in dark. */
export const pageStyle = new Html(`
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #f4f6f9; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --line: #39404c; --soft: #1d222b; --accent: #86b4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 2rem 1.25rem 4rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; }
h1 small { font-size: .8rem; font-weight: 600; vertical-align: middle; color: var(--accent);
  border: 1px solid; border-radius: 1rem; padding: .1rem .6rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem; margin: 0; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .9em ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem 1rem; overflow-x: auto; }
ul { margin: 0; padding-left: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.status { border-radius: 1rem; padding: .1rem .6rem; background: var(--soft); border: 1px solid var(--line); }
.status.completed { border-color: #2e8b57; } .status.failed { border-color: #c0392b; }
.empty { opacity: .7; }
`);
