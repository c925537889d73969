import { useQueryClient } from "@tanstack/react-query";
import { type Connection, useConnection, useControl } from "../../connection/connection.ts";

/** What to do once the state has changed in a way that no operation of the service can change it. */
export function useReplacedState(): () => Promise<void> {
  const connection = useConnection();
  const control = useControl();
  const queries = useQueryClient();
  return async () => {
    const organizations = await control.organizations();
    const current = organizations.find(({ id }) => id === connection.organization.id);
    // The clients of the connection have a key of an organization that is no more.
    if (!current) return queries.refetchQueries({ queryKey: ["connection"] });
    const { id, name, campaigns } = current;
    // The key stays the same for as long as the fake runs.
    queries.setQueryData<Connection>(["connection"], {
      ...connection,
      organization: { id, name, campaigns },
      organizations,
    });
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "connection" });
  };
}
