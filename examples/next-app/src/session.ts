/**
 * The user of the page, in a signed cookie. This example trusts any name. Your application has passwords or an identity
 * provider, and can revoke a session. Keep the rest: the routes and the proxy call only `currentUser`.
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
    // Pages of other sites cannot send the cookie with a POST.
    sameSite: "lax",
    secure: process.env.NODE_ENV === "production",
    maxAge: lifetimeMs / 1_000,
  });
}

/** Null without a cookie, or if it was changed or has expired. */
export async function currentUser(): Promise<User | null> {
  const cookie = (await cookies()).get(cookieName)?.value ?? "";
  const session = readSigned(cookie, "session");
  if (session === undefined) return null;
  const { userId, expiresAt } = JSON.parse(session);
  return Date.now() < expiresAt ? { userId } : null;
}
