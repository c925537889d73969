"use server";

import { redirect } from "next/navigation";
import { startSession } from "../session.ts";

/** The action of the sign-in form. */
export async function signIn(form: FormData): Promise<void> {
  const name = String(form.get("name") ?? "").trim();
  if (name !== "") await startSession(name);
  redirect("/");
}
