import{a as i,b as f,c as m,d as o,g as r,h as e,i as t}from"./chunk-S4OQLGUD.js";async function c(){return new o(await r(),{check:e,convert:t})}export{f as Game,o as Kifu,i as NodeFlag,m as Record,c as open};
//# sourceMappingURL=full.js.map
