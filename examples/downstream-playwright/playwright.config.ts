import { defineConfig } from "@playwright/test";

const { CHROME_PATH: executablePath, APP_PORT: appPort = "3000", MOCK_PORT: mockPort = "4010" } = process.env;
const appUrl = `http://127.0.0.1:${appPort}`;
const mockUrl = `http://127.0.0.1:${mockPort}`;

export default defineConfig({
  testDir: "test",
  // All tests share one fake, and each resets it, so they run one after another.
  workers: 1,
  use: {
    baseURL: appUrl,
    // The browser in CHROME_PATH, or the installed Chrome. Nothing is downloaded.
    ...(executablePath ? { launchOptions: { executablePath } } : { channel: "chrome" }),
  },
  webServer: [
    { command: `npx call-analysis-mock --port ${mockPort} --log none`, url: `${mockUrl}/__mock__/health` },
    {
      command: "node src/server.ts",
      url: appUrl,
      env: { PORT: appPort, CALL_ANALYSIS_BASE_URL: `${mockUrl}/v1`, CALL_ANALYSIS_API_KEY: "test-key" },
    },
  ],
});
