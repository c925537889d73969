/** An object without its fields that are undefined: they count as not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  // What is left are fields of the same names and values.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}
