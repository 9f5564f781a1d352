import{a as e}from"./shared-GBLSTLWA.js";import{a,b,c,d}from"./shared-IYM4HNNW.js";import"./shared-UHHKCKWC.js";export{b as Game,d as Kifu,a as NodeFlag,c as Record,e as open};
//# sourceMappingURL=core.js.map
