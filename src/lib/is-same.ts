const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** Compares what JSON can say by its fields, in any order. An absent field is like one that is `undefined`. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  return Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]));
}
