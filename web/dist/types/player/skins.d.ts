/** The names of the skins; the first is the default. */
export declare const SKINS: string[];
/** Rules for all skins, light and dark; paper is light. Each variable can be set from the page as `--kifu-…`. */
export declare function skinRules(): string;
