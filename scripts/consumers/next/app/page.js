"use client";

import { useEffect } from "react";

// The packages in a page that Next bundles.
export default function Page() {
  useEffect(() => {
    import("../bundled.mjs");
  }, []);
  return null;
}
