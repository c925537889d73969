"use client";

/** In place of the page when the service cannot be reached. Next keeps the error's words on the server, in its log. */
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
