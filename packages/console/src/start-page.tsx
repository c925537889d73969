/** What is shown until the page is connected to its fake: the token form, an error, or nothing for a moment. */
import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { keepAdminToken } from "./connection/admin-token.ts";
import { ControlError } from "./connection/control.ts";
import { Button } from "./ui/button.tsx";
import { ErrorState, errorFacts } from "./ui/error-state.tsx";
import { FormProblem, TextField } from "./ui/form-fields.tsx";
import { Skeleton } from "./ui/page.tsx";

/** Whether the fake wants another admin token. */
export function wantsToken(error: unknown): boolean {
  return error instanceof ControlError && error.status === 403;
}

/** A page in the middle of the window. */
function Centered({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-full max-w-md flex-col justify-center gap-4 p-6">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {children}
    </main>
  );
}

/** While the page connects. */
export function Connecting() {
  return (
    <main aria-busy className="mx-auto max-w-3xl p-6">
      <Skeleton what="the console" />
    </main>
  );
}

/** The fake could not be reached. */
export function ConnectionFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Centered title="There is no connection">
      <ErrorState error={error} onRetry={onRetry} />
    </Centered>
  );
}

/**
 * Asks for the admin token, and tries it.
 *
 * @param props.onToken connects with the token that is kept now
 */
export function TokenForm({ onToken }: { onToken: () => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const submit = async (form: FormData) => {
    setProblem(undefined);
    keepAdminToken(String(form.get("token")));
    await onToken().catch((error: unknown) =>
      setProblem(wantsToken(error) ? "The fake refused this token." : errorFacts(error).message),
    );
  };
  return (
    <Centered title="Admin token">
      <p className="text-muted">
        This fake was started with <code className="font-mono text-xs">--admin-token</code>. Open the URL that it
        printed, or enter the token here. Only this tab keeps it.
      </p>
      <form action={submit} className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label="Admin token"
          name="token"
          type="password"
          required
          // The page asks for nothing else.
          autoFocus
          isCode
        />
        <Button type="submit" variant="primary" className="h-9" icon={<KeyRound size={15} aria-hidden />}>
          Open
        </Button>
      </form>
      {problem && <FormProblem>{problem}</FormProblem>}
    </Centered>
  );
}
