import { ApiError, SubmissionUncertainError } from "@call-analysis/sdk";

/** An error in the service's words, with the refused fields. The client's messages contain no keys. */
export function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  const fields = ApiError.is(error) ? error.fieldErrors : [];
  return (
    <div role="alert">
      <p>{error.message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={path}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
      {SubmissionUncertainError.is(error) && <p>Do not send it again before you know that the call does not exist.</p>}
    </div>
  );
}
