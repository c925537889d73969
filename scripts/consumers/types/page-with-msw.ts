// A page with msw's service worker. `nodenext` asks for what Node loads, and msw 2 has no `msw/browser` for Node.
import { type MockWorker, startMockWorker } from "@call-analysis/mock/browser";

export const started: Promise<MockWorker> = startMockWorker({ seed: 1, quiet: false });
