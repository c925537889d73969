/** A copy of JSON with the value at a path changed; `[]` means every item of a list, and undefined removes a field. */
export function changedAt(json: unknown, path: string, change: (value: unknown) => unknown): unknown {
  const steps = path
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
  return along(json, steps, change);
}

function along(value: unknown, [step, ...rest]: string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (step === "[]") return Array.isArray(value) ? value.map((item) => along(item, rest, change)) : value;
  const { [step]: child, ...others } = value as Record<string, unknown>;
  const changed = along(child, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}
