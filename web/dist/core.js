import{a as e}from"./shared-AE3DC2L6.js";import{b as a,c as b,d as c,e as d}from"./shared-SHECXL3D.js";export{b as Game,d as Kifu,a as NodeFlag,c as Record,e as open};
//# sourceMappingURL=core.js.map
