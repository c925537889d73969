/** Sandboxes: separate services on one server, and the control interface's routes for them. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { type Addresses, addressesBelow } from "../core/addresses.js";
import { mustBeOneOf, oneOf } from "../core/check-shape.js";
import { clockOption, isoTime, latestClockMs } from "../core/clock.js";
import type { ServiceRequest, ServiceResponse } from "../core/message.js";
import { type MockServiceOptions, optionsSchema } from "../options.js";
import { scenarioNames } from "../scenarios/scenarios.js";
import type { RecordingStorage } from "../store/recording-storage.js";
import { controlRoute, removed } from "./control-route.js";

/** How a sandbox may differ from the service that it belongs to. */
export type SandboxOptions = Pick<
  MockServiceOptions,
  "seed" | "scenario" | "progression" | "policies" | "clock" | "speed"
>;

/** What a sandbox uses of the service behind it. */
export interface SandboxService {
  handle(request: ServiceRequest): Promise<ServiceResponse | undefined>;
  listenAt(addresses: Addresses): unknown;
  end(): void;
  readonly state: { readonly recordings: RecordingStorage };
}

/** Makes a storage write what it receives elsewhere than into memory. Returns what deletes it there. */
export type KeepRecordings = (storage: RecordingStorage) => () => Promise<void>;

interface KeptSandbox {
  service: SandboxService;
  deleteRecordings: () => Promise<void>;
}

/** A sandbox, and its addresses. */
interface Sandbox extends Addresses {
  id: string;
}

/** Separate services on one server, so that suites that run at the same time do not disturb each other. */
export class Sandboxes {
  readonly #createService: (options: SandboxOptions) => SandboxService;
  readonly #sandboxes = new Map<string, KeptSandbox>();
  #keepRecordings: KeepRecordings = () => async () => {};
  #count = 0;
  /** What comes before `/sandboxes/` in the addresses at which the sandboxes are. */
  readonly #roots = new Set<string>();

  constructor(createService: (options: SandboxOptions) => SandboxService) {
    this.#createService = createService;
  }

  /** Lets all sandboxes listen where a control interface is, too. */
  listenBelow(controlUrl: string): void {
    const root = rootOf(controlUrl);
    this.#roots.add(root);
    for (const [id, { service }] of this.#sandboxes) service.listenAt(addressesOf(id, root));
  }

  /** Lets the sandboxes that are created from now on keep their recordings elsewhere than in memory. */
  keepRecordingsWith(keepRecordings: KeepRecordings): void {
    this.#keepRecordings = keepRecordings;
  }

  /** @param controlUrl the control interface that was asked for it, below whose server its addresses are */
  create(options: SandboxOptions, controlUrl: string): Sandbox {
    const service = this.#createService(options);
    this.#count += 1;
    const id = `box-${this.#count}`;
    for (const root of this.#roots) service.listenAt(addressesOf(id, root));
    this.#sandboxes.set(id, { service, deleteRecordings: this.#keepRecordings(service.state.recordings) });
    return { id, ...addressesOf(id, rootOf(controlUrl)) };
  }

  /** All sandboxes that there are. */
  list(controlUrl: string): Sandbox[] {
    return [...this.#sandboxes.keys()].map((id) => ({ id, ...addressesOf(id, rootOf(controlUrl)) }));
  }

  /** Drops a sandbox with all that it keeps, and lets go of its requests; false when there was none. */
  async delete(id: string): Promise<boolean> {
    const sandbox = this.#sandboxes.get(id);
    if (!sandbox) return false;
    this.#sandboxes.delete(id);
    sandbox.service.end();
    await sandbox.deleteRecordings();
    return true;
  }

  /** The sandbox that a request is for; undefined when it is for none. */
  serviceFor({ url }: Pick<ServiceRequest, "url">): SandboxService | undefined {
    if (this.#sandboxes.size === 0) return undefined;
    for (const root of this.#roots) {
      const prefix = prefixOf(root);
      if (!url.startsWith(prefix)) continue;
      const [id = ""] = url.slice(prefix.length).split(/[/?#]/, 1);
      return this.#sandboxes.get(id)?.service;
    }
    return undefined;
  }
}

function rootOf(controlUrl: string): string {
  return controlUrl.replace(/\/__mock__$/, "");
}

function prefixOf(root: string): string {
  return `${root}/sandboxes/`;
}

function addressesOf(id: string, root: string): Addresses {
  return addressesBelow(`${prefixOf(root)}${id}`);
}

const scenarioName = oneOf(scenarioNames);

/** A scenario that can be named over HTTP, or several. */
export const scenarioSchema = z.union([scenarioName, z.array(scenarioName)], {
  error: ({ input }) => mustBeOneOf(input, scenarioNames),
});

const startTime = z.union([isoTime, z.number().min(0).max(latestClockMs)]);

const sandboxOptions = optionsSchema.pick({ progression: true, policies: true, speed: true }).extend({
  seed: z.int().min(0).optional(),
  scenario: scenarioSchema.optional(),
  clock: clockOption(startTime).optional(),
}) as unknown as z.ZodType<SandboxOptions>;

/** Routes that create, list and drop sandboxes. */
export function sandboxPaths(sandboxes: Sandboxes): Paths {
  return {
    "/sandboxes": {
      GET: controlRoute({
        // A request to the control interface came by its address.
        respond: ({ addresses: { controlUrl = "" } }) => ({ sandboxes: sandboxes.list(controlUrl) }),
      }),
      POST: controlRoute({
        body: sandboxOptions,
        status: 201,
        respond: ({ body, addresses: { controlUrl = "" } }) => sandboxes.create(body, controlUrl),
      }),
    },
    "/sandboxes/:sandboxId": {
      DELETE: controlRoute({
        respond: async ({ params: { sandboxId = "" } }) => removed(await sandboxes.delete(sandboxId), "sandbox"),
      }),
    },
  };
}
