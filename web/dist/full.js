import{a as i,b as f,c,d as o,g as r,h as e,i as t}from"./chunk-M4DDKHKM.js";async function a(){return new o(await r(),{check:e,convert:t})}export{f as Game,o as Kifu,i as NodeFlag,c as Record,a as open};
//# sourceMappingURL=full.js.map
