/** The look of the page that describes the service: the portal's colours and type, light and dark, readable from 320 px on. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fbfbf9;--surface:#fff;--line:#e7e6e1;--text:#1e1d1a;--text-2:#55534d;--accent:#0a5c65;--soft:#e2f0f0}
@media (prefers-color-scheme:dark){:root{--bg:#131310;--surface:#1b1a17;--line:#32312c;--text:#efeeea;--text-2:#b5b3ab;--accent:#7cc3c7;--soft:#16302f}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--text);font:.875rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:76rem;margin-inline:auto}
header{grid-column:1/-1;padding:2rem 1.5rem 1rem;border-bottom:1px solid var(--line)}
h1{font-size:1.25rem;line-height:1.625rem;margin:0 0 .5rem;letter-spacing:-.012em}
h2{font-size:1rem;margin:2rem 0 .5rem}
h3{font-size:.875rem;margin:0}
h4{font-size:.75rem;margin:1rem 0 .25rem;color:var(--text-2)}
p{margin:.25rem 0;color:var(--text-2)}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
code{font:.8125rem/1.4 ui-monospace,"SF Mono","Cascadia Mono",Menlo,monospace;overflow-wrap:anywhere}
nav{padding:0 1rem 2rem 1.5rem;font-size:.8125rem}
nav h2{font-size:.75rem;color:var(--text-2);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}
nav li{margin:.25rem 0}
main{padding:0 1.5rem 4rem;min-width:0}
article{background:var(--surface);border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0 0 1rem}
.call{color:var(--text);background:var(--soft);border-radius:.25rem;padding:.25rem .5rem;margin:.5rem 0}
.small{font-size:.75rem;color:var(--text-2)}
table{width:100%;border-collapse:collapse;margin:.25rem 0}
td{border-top:1px solid var(--line);padding:.375rem .75rem .375rem 0;vertical-align:top;overflow-wrap:anywhere}
td:first-child{width:14rem}
@media (max-width:48rem){body{display:block}td{display:block;width:auto;border:0;padding:0}td:first-child{width:auto;border-top:1px solid var(--line);padding-top:.375rem}}
`;
