/** The tests that mutants are tried with: those of the client and of the fake that need no build and no browser. */
import { defineConfig } from "vitest/config";

// A clock in GMT would hide which times are local.
process.env.TZ = "Asia/Kolkata";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // With all tests, a file takes hours.
    include: [process.env.TESTS ?? "packages/{sdk,mock}/test/**/*.test.ts"],
    exclude: [
      "**/*.built.test.ts",
      "packages/sdk/test/browser/**",
      "packages/mock/test/adapters/browser.test.ts",
      // It loads the client within a test: constants would be tried with that test alone.
      "packages/sdk/test/errors/from-json.test.ts",
    ],
    globalSetup: ["./scripts/test/packed-packages-setup.ts"],
    // What a mutant makes hang ends here.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
