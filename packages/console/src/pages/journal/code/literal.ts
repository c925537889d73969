/** Writes values as code that means the same, and that reads as it runs. */

/**
 * Characters that change how the text around them is shown, or that cannot be seen: control characters, line
 * separators, and those that change the direction of text. They would let code look like other code.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text in which every invisible character is written as `\u202e`. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** JSON without invisible characters. It means the same: they are written as JSON writes them. */
export function visibleJson(value: unknown, indent?: number): string {
  return visibleText(JSON.stringify(value, null, indent) ?? "null");
}

/** Code that stands for itself in a literal, such as the name of a constant. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** A value as TypeScript, with two spaces for each level. */
export function literal(value: unknown, indent = ""): string {
  if (value instanceof Expression) return value.code;
  if (typeof value !== "object" || value === null) return visibleJson(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([key, item]) => property(key, item, inner));
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  if (parts.length === 0) return Array.isArray(value) ? "[]" : "{}";
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= 80 && !line.includes("\n")) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},`).join("\n")}\n${indent}${close.trim()}`;
}

function property(key: string, value: unknown, indent: string): string {
  return `${propertyName(key)}: ${literal(value, indent)}`;
}

function propertyName(key: string): string {
  // Written plainly, it would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : visibleJson(key);
}
