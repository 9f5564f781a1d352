import{a as m,b as n,c as f,d as o,e,h as r,i as t,j as p}from"./chunk-P66LDRIN.js";async function u(i={}){return e(i),o.make(await r(),{check:t,convert:p})}export{n as Game,o as Kifu,m as NodeFlag,f as Record,u as open};
//# sourceMappingURL=full.js.map
