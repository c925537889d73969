"use client";

/** Replaces the page if the service cannot be reached. Next writes the error's message only to the server's log. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <>
      <p role="alert">The page could not be made. The server's log says why.</p>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
