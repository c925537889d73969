/**
 * The client's method for an operation, such as `agents.list` for `listAgents`: the resource that its path begins with, and
 * the operation's name without that of the resource. Nothing that is built is imported: what is generated is also written
 * where nothing is.
 */
export function methodNameOf(operationId: string, path: string): string {
  const [resource = ""] = path.replace(/^\/v1/, "").split("/").filter(Boolean);
  const plural = resource.slice(0, 1).toUpperCase() + resource.slice(1);
  const singular = plural.replace(/ies$/, "y").replace(/s$/, "");
  return `${resource}.${operationId.replace(operationId.includes(plural) ? plural : singular, "")}`;
}
