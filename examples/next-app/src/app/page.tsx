import { callAnalysis } from "../call-analysis.ts";
import { currentUser } from "../session.ts";
import { signIn } from "./sign-in.ts";
import { UploadForm } from "./upload-form.tsx";

/** Rendered for each request, because it reads the cookie. So `next build` needs no key. */
export default async function Page() {
  const user = await currentUser();
  if (!user) {
    return (
      <form action={signIn}>
        <label>
          Your name <input name="name" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    );
  }
  const sdk = callAnalysis();
  const [agents, categories] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  return (
    <>
      <h1>Analyse a call</h1>
      <p>You are {user.userId}.</p>
      <UploadForm
        agents={agents.map(({ id, name }) => ({ id, name }))}
        categories={categories.map(({ id, name }) => ({ id, name }))}
      />
    </>
  );
}
