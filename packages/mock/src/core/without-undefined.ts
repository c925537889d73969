/** An object without its fields that are undefined: they count as not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  // Taking keys away leaves a value of the same type, for all that are taken may be absent.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
