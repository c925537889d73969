/**
 * Who uses the page, in a signed cookie. This is an example: it believes whoever gives a name. Your application has a
 * password, a provider of identities or a library for them, and can end a session before its time. Keep the rest:
 * `currentUser` is all that the routes and the proxy ask.
 */
import "server-only";
import { cookies } from "next/headers";
import { readSigned, sign } from "./signature.ts";

export interface User {
  userId: string;
}

const cookieName = "session";
const lifetimeMs = 24 * 60 * 60 * 1_000;

export async function startSession(userId: string): Promise<void> {
  const session = JSON.stringify({ userId, expiresAt: Date.now() + lifetimeMs });
  (await cookies()).set(cookieName, sign(session, "session"), {
    httpOnly: true,
    // Pages of other sites cannot send it with a POST.
    sameSite: "lax",
    secure: process.env.NODE_ENV === "production",
    maxAge: lifetimeMs / 1_000,
  });
}

/** Null for nobody: no cookie, one that was changed, or one that has expired. */
export async function currentUser(): Promise<User | null> {
  const cookie = (await cookies()).get(cookieName)?.value ?? "";
  const session = readSigned(cookie, "session");
  if (session === undefined) return null;
  const { userId, expiresAt } = JSON.parse(session);
  return Date.now() < expiresAt ? { userId } : null;
}
