/** Which kind a value is, whatever its type says: for what callers, services and files hand in. */

/** Whether it is an object, and not null. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The kind of what is no object, for a message. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** Whether it is a string, and not an empty one. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether it has all of these methods, from whatever realm or package it comes. */
export function hasMethods(value: unknown, ...names: string[]): boolean {
  return names.every((name) => typeof Object(value)[name] === "function");
}
