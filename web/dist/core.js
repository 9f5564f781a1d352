import{a as e}from"./shared-SDCRLFI4.js";import{b as a,c as b,d as c,e as d}from"./shared-7BIOJIGH.js";export{b as Game,d as Kifu,a as NodeFlag,c as Record,e as open};
//# sourceMappingURL=core.js.map
