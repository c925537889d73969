import type { MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { createFake } from "../targets/fake.ts";
import { installPackages } from "./install.ts";

/** A tool that validates a fake over HTTP. */
export interface Validator {
  /** As the output names it. */
  title: string;
  /** Its npm package. */
  name: string;
  version: string;
  /** @returns the exit code: 0 when the tool finds no fault but those that were planted */
  validate(context: { fake: MockService; url: string; installation: string }): Promise<number>;
}

/** Runs a validator on its own fake. Says why when it cannot run here, which is no failure. */
export async function validateFake({ title, name, version, validate }: Validator): Promise<void> {
  const installation = installPackages(`${name}@${version}`);
  if (installation === undefined) {
    console.log(`${title}: skipped, because ${name} ${version} cannot be installed here.`);
    return;
  }
  const fake = createFake();
  const server = await serve(fake, { port: 0 });
  try {
    process.exitCode = await validate({ fake, url: server.url, installation });
  } finally {
    await server.close();
  }
}
