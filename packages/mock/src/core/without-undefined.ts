/** The type of an object without its undefined fields. */
type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> };

/** Removes undefined fields, which count as not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  // The remaining fields keep their names and values.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Fields>;
}
