/** The type of an object without its undefined fields. */
type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> };

/** Removes undefined fields, which count as not given. */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const given = { ...fields };
  for (const name of Object.keys(given) as (keyof Fields)[]) if (given[name] === undefined) delete given[name];
  // The remaining fields keep their names and values.
  return given as WithoutUndefined<Fields>;
}
