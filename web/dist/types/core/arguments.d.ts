/** Checks that an argument is a whole number from 0 to before `end`. */
export declare function checkIndex(name: string, value: number, end: number): void;
/** Checks that an argument can name a property: readers of SGF skip small letters, so `c` would be a second `C`. */
export declare function checkIdentifier(value: string): void;
/** Checks that an argument is a string. */
export declare function checkText(name: string, value: string): void;
