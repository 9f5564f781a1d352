import { skinRules } from "./skins.js";

const BODY = `
:host{display:block;container-type:inline-size;text-align:start}
:host([hidden]){display:none}
*{box-sizing:border-box}
.kifu{position:relative;display:grid;gap:.5rem;grid-template-columns:minmax(0,1fr);padding:.5rem;background:var(--_page);color:var(--_ink);border:1px solid var(--_edge);border-radius:.5rem;font:400 .95rem/1.45 system-ui,"Noto Sans","Noto Sans CJK JP",sans-serif;outline:none}
.kifu:focus-visible{box-shadow:0 0 0 3px var(--_focus)}
.kifu.dropping{box-shadow:inset 0 0 0 4px var(--_focus)}
[hidden]{display:none!important}
.kifu[aria-busy=true]:not(.loaded){min-height:min(86vh,100cqw)}
.kifu[aria-busy=true]:not(.loaded)::after{content:attr(data-wait);color:var(--_soft);place-self:center;animation:wait .4s}
@keyframes wait{from,to{opacity:0}}
.main{min-width:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.4rem;align-content:start}
.side{min-width:0;display:flex;flex-direction:column;gap:.5rem}
@container (min-width:46rem){
.kifu[aria-busy=true]:not(.loaded){min-height:min(86vh,60cqw)}
.kifu.loaded{grid-template-columns:minmax(0,3fr) minmax(15rem,2fr)}
.kifu.loaded .side{contain:size;min-height:24rem;overflow:auto}
.side>*{flex:none}
.side .comment{max-height:none}
.side .next{max-height:8.5rem;overflow:auto}
}
.board{width:100%;margin-inline:auto;max-width:calc(var(--kifu-max-height,86vh) * var(--ratio,1))}
.board svg{display:block;width:100%;height:auto;touch-action:manipulation;user-select:none;-webkit-user-select:none}
.active .grid rect{cursor:pointer}
.grid rect{fill:none;pointer-events:all;outline:none}
.grid rect:focus-visible{stroke:var(--_focus);stroke-width:3}
.active .grid rect:hover{fill:var(--_accent);fill-opacity:.18}
.grain{opacity:calc(var(--_depth) * .55)}
.vein{fill:none;stroke:var(--_line);stroke-opacity:.13}
.lines{fill:none;stroke:var(--_line);stroke-width:1.1;stroke-linecap:square}
.star{fill:var(--_line)}
.cell{fill:transparent;stroke:var(--_line);stroke-width:1}
.cell.dark{fill:var(--_line);fill-opacity:.22}
.names text{fill:var(--_names);font:500 12.5px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.stone.black{stroke:var(--_black-rim);stroke-width:.9}
.stone.white{stroke:var(--_white-rim);stroke-width:.9}
.shell{fill:none;stroke:var(--_white-3);stroke-width:.7;opacity:calc(var(--_depth) * .55)}
.burnt{fill:var(--_line);fill-opacity:.75}
${["board", "board-2", "black-1", "black-2", "black-3", "white-1", "white-2", "white-3"].map((name) => `.stop-${name}{stop-color:var(--_${name})}`).join("")}
.stop-shade-1{stop-color:#000;stop-opacity:calc(.5 * var(--_depth))}
.stop-shade-2{stop-color:#000;stop-opacity:calc(.3 * var(--_depth))}
.stop-shade-3{stop-color:#000;stop-opacity:0}
.clearing{fill:var(--_board)}
.mark,.label,.number{--c:var(--_names)}
.on-black{--c:var(--_white-1)!important}
.on-white{--c:var(--_black-3)!important}
.mark{fill:none;stroke:var(--c);stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
.mark.full{fill:var(--c)}
.label,.number,.variation-name{fill:var(--c);font-family:system-ui,"Noto Sans",sans-serif;font-weight:600;text-anchor:middle;dominant-baseline:central}
.number.newest{fill:var(--_accent)}
.number.newest.on-black{fill:#ff8f80}
.number.newest.on-white{fill:#a31515}
.variation{fill:var(--_board);stroke:var(--_accent);stroke-width:1.6;stroke-dasharray:4 2}
.variation-name{fill:var(--_accent)}
.last{fill:none;stroke:var(--c,var(--_accent));stroke-width:2.6}
.last.on-ground{stroke:var(--_accent)}
.owned.side-1{fill:var(--_black-3);stroke:var(--_black-rim)}
.owned.side-2{fill:var(--_white-1);stroke:var(--_white-rim)}
.link{stroke-width:5}.link.side-1{stroke:var(--_black-3)}.link.side-2{stroke:var(--_white-1)}
.arrow,.line{fill:none;stroke:var(--_accent);stroke-width:3;stroke-linecap:round;stroke-opacity:.9}
.dim{fill:var(--_board);fill-opacity:.62}
.hidden{fill:var(--_page)}
.ghost .stone{opacity:.6}
.ring{fill:none;stroke-width:3.5}
.ring.hint{stroke:var(--_focus);stroke-dasharray:5 4}.ring.right{stroke:#1a7f37}.ring.wrong{stroke:#c5221f;stroke-dasharray:9 3}
.players{display:flex;gap:.5rem;flex-wrap:wrap;justify-content:space-between}
.player{display:flex;gap:.45rem;align-items:center;min-width:0;flex:1 1 10rem;padding:.15rem .5rem;border-radius:.35rem;border-inline-start:3px solid transparent}
.player.turn{background:var(--_panel);border-color:var(--_focus)}
.player b{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.player small{white-space:nowrap}
.disc{display:inline-block;flex:none;width:1em;height:1em;vertical-align:-.125em;background:#fff;border:1px solid #808080;border-radius:50%}
.disc.b{background:#111}
.controls{direction:ltr;display:flex;flex-wrap:wrap;gap:.15rem;justify-content:center;align-items:center}
button,select,input,textarea{font:inherit;color:inherit}
button{border:1px solid transparent;border-radius:.35rem;background:none;cursor:pointer;min-width:2.4rem;min-height:2.4rem;padding:.25rem}
.word-button{border-color:var(--_edge);background:var(--_panel);padding:.25rem .7rem}
button:where(:hover:not(:disabled)){background:var(--_panel);border-color:var(--_edge)}
:where(.kifu) :focus-visible{outline:3px solid var(--_focus);outline-offset:1px}
button:disabled{opacity:.4;cursor:default}
button:is([aria-pressed=true],[aria-current=true]){background:var(--_ink);color:var(--_page)}
.icon{width:1.35rem;height:1.35rem;display:block;margin:auto;fill:currentColor;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.icon-up,.icon-down,.icon-comment,.icon-settings,.icon-undo,.icon-redo{fill:none}
.where{min-width:5.5em;text-align:center;color:var(--_soft);font-variant-numeric:tabular-nums}
.comment,.comment h3,.comment div,.player :is(b,small),.score,.message,.notes,.fail,.list button,dd{unicode-bidi:plaintext}
.side .comment{flex:1 1 6rem}
.comment{min-height:5rem;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--_panel);border-radius:.35rem;padding:.5rem .7rem;margin:0}
.comment h3{margin:0 0 .2rem;font-size:1em}
.comment div{content-visibility:auto;contain-intrinsic-height:auto 30rem}
.comment:empty{min-height:2rem}
textarea.comment{width:100%;border:1px solid var(--_edge);resize:vertical;color:var(--_ink)}
.notes:empty{display:none}
.notes{margin:0;color:var(--_soft);font-size:.9em;overflow-wrap:anywhere}
.next{display:flex;flex-wrap:wrap;gap:.25rem;margin:0;padding:0;list-style:none}
.next button{border-color:var(--_edge);padding:.1rem .6rem;min-height:2rem}
.tree{position:relative;direction:ltr;height:9.5rem;flex:none;overflow:auto;background:var(--_panel);border-radius:.35rem}
.tree canvas{position:sticky;left:0;top:0;float:left;pointer-events:none;margin-bottom:-100%}
.tree-space{position:absolute;left:0;top:0;cursor:pointer}
details{background:var(--_panel);border-radius:.35rem;padding:.25rem .7rem}
summary{cursor:pointer;padding:.15rem 0}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem .8rem;margin:.2rem 0 .4rem}
dt,small{color:var(--_soft)}dd{margin:0;overflow-wrap:anywhere}
.properties dd{white-space:pre-line}
.settings{display:grid;grid-template-columns:auto 1fr;gap:.35rem .8rem;align-items:center;padding:.4rem 0}
select,input[type=search],.name{background:var(--_page);border:1px solid var(--_edge);border-radius:.35rem;padding:.3rem;min-width:0}
.message{min-height:1.5em;margin:0;font-weight:600}
.message.right{color:#1a7f37}.message.wrong{color:#c5221f}
:host([data-dark]) .message.right{color:#6fdd8b}:host([data-dark]) .message.wrong{color:#ff8a80}
.panel{display:grid;gap:.4rem}
.row{display:flex;flex-wrap:wrap;gap:.3rem;align-items:center}
.games{display:grid;gap:.35rem}
.list{position:relative;overflow:auto;height:11rem;background:var(--_panel);border-radius:.35rem}
.list:focus-visible{outline-width:1px;outline-offset:0}
.list:focus-visible .at{outline:3px solid var(--_focus);outline-offset:-3px}
.list button{position:absolute;left:0;right:0;height:2.4rem;text-align:start;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border-radius:0;padding:0 .7rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.fail{padding:1rem;background:var(--_panel);border-radius:.35rem;margin:0}
@media print{
.controls,.settings,.row,.games,.tree,.next,.message,.properties:not([open]){display:none}
.kifu{border:0}
.kifu.loaded .side{contain:none;overflow:visible;min-height:0}
.comment{max-height:none;overflow:visible;field-sizing:content}
.comment div{content-visibility:visible}
.board{break-inside:avoid}
.disc{print-color-adjust:exact}
.player{flex-basis:16rem}
.player b{white-space:normal;overflow-wrap:anywhere}
details::details-content{display:block;block-size:auto;content-visibility:visible}
}
@media (forced-colors:active){
.board,.tree,.disc,button:is([aria-pressed=true],[aria-current=true]){forced-color-adjust:none}
button:is([aria-pressed=true],[aria-current=true]){background:Highlight;color:HighlightText}
.player{border-color:Canvas}
.player.turn{border-color:Highlight}
}
`;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** One style sheet for all players of a document. A constructed sheet is allowed by any content security policy. */
export function styleSheet(page: Document = document): CSSStyleSheet {
  let sheet = sheets.get(page);
  if (!sheet) {
    sheet = new (page.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(`${BODY}${skinRules()}`);
    sheets.set(page, sheet);
  }
  return sheet;
}
