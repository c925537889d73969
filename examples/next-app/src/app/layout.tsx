import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Call analysis" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
