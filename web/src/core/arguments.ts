// Programs without a type check pass anything, and WebAssembly reads what it gets as numbers.

/** Checks that an argument is a whole number from 0 to before `end`. */
export function checkIndex(name: string, value: number, end: number): void {
  if (Number.isInteger(value) && value >= 0 && value < end) return;
  throw new (typeof value === "number" ? RangeError : TypeError)(`\`${name}\` is ${value}: must be a whole number from 0, less than ${end}`);
}

/** Checks that an argument can name a property: readers of SGF skip small letters, so `c` would be a second `C`. */
export function checkIdentifier(value: string): void {
  checkText("identifier", value);
  if (!/[A-Z]/.test(value)) throw new RangeError(`\`identifier\` is ${value}: must have capital letters`);
}

/** Checks that an argument is a string. */
export function checkText(name: string, value: string): void {
  if (typeof value !== "string") throw new TypeError(`\`${name}\` is ${value}: must be a string`);
}
