/** Creating a call in a browser: from the microphone, and through reloads. What the dialog draws is in `drawn/calls.ts`. */
import { expect } from "vitest";
import { open, step, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";

/** A call is completed at its first poll, for tests that say nothing of the way there. */
const immediate = testWith({ progression: { mode: "immediate" } });

/** Calls go on only when the test says so. */
const manual = testWith({ progression: { mode: "manual" } });

async function firstGate({ control }: Fake): Promise<{ id: string; held: number } | undefined> {
  return (await control<{ rules: { id: string; held: number }[] }>("GET", "/rules")).rules.find(({ id }) =>
    id.startsWith("gate-"),
  );
}

immediate("a recording of the microphone is a WAV with a length, also after a failure", async ({ fake, page }) => {
  await page.addInitScript(() => {
    // A tone in the place of a microphone.
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext();
      const tone = audio.createOscillator();
      const destination = audio.createMediaStreamDestination();
      tone.connect(destination);
      tone.start();
      return destination.stream;
    };
  });
  await fake.control("POST", "/faults", { operation: "createCall", status: 503, when: "after", times: 1 });
  await open(page, fake);
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.getByRole("button", { name: "Stop 00:01" }).click();
  await dialog.getByText(/^recording-.*\.wav$/).waitFor();
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.getByRole("alert").getByText("SubmissionUncertainError503").waitFor();
  await glanceAt(page, "new-call-uncertain");
  await dialog.getByRole("button", { name: "Resume" }).click();
  await dialog.getByText("completed").waitFor();
  const { calls } = await fake.control<{ calls: { durationSeconds: number }[] }>("GET", "/calls");
  expect(calls).toHaveLength(1);
  // The fake reads the length of a WAV from its header; of other formats it makes one up, of a minute or more.
  expect(calls[0]?.durationSeconds).toBeLessThan(60);
});

manual("what a reload interrupts goes on after it, and each call is created once", async ({ fake, page }) => {
  const calls = async () => (await fake.control<{ calls: { id: string }[] }>("GET", "/calls")).calls;
  const ofFile = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await open(page, fake);
  await step("a call that is being analysed can be left", async () => {
    const dialog = await analyse(page, { filename: "waiting.wav" });
    await dialog.getByText("processing").waitFor();
    await page.keyboard.press("Escape");
  });
  await step("so can one of which the response is lost after the call was created", async () => {
    await fake.control("POST", "/faults", { operation: "createCall", network: "timeout", when: "after", times: 1 });
    await analyse(page, { filename: "lost.wav" });
    await expect.poll(async () => (await calls()).length).toBe(2);
    await page.keyboard.press("Escape");
  });
  await step("one that is cancelled is forgotten", async () => {
    await fake.control("POST", "/gates", { operation: "createUploadUrl" });
    const dialog = await analyse(page, { filename: "cancelled.wav" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Analyse" }).waitFor();
    await page.keyboard.press("Escape");
    await fake.control("DELETE", `/gates/${(await firstGate(fake))?.id}`);
  });
  await step("an upload that has not ended is held", async () => {
    await fake.control("POST", "/gates", { operation: "uploadRecording" });
    const dialog = await analyse(page, { filename: "held.wav" });
    await dialog.getByRole("progressbar", { name: "Upload" }).waitFor();
    await expect.poll(async () => (await firstGate(fake))?.held).toBe(1);
  });
  await page.reload();
  await step("the page shows what was created here, without the cancelled one", async () => {
    await page.getByText("Created here").waitFor();
    await ofFile("held.wav").getByRole("progressbar", { name: "Upload" }).waitFor();
    expect(await ofFile("cancelled.wav").count()).toBe(0);
  });
  await step("the wait goes on, and a lost response is found again without another call", async () => {
    await ofFile("waiting.wav").getByText("processing").waitFor();
    await ofFile("lost.wav").getByText("processing").waitFor();
    expect(await calls()).toHaveLength(2);
  });
  await step("the upload is done again, and its call is created once", async () => {
    await fake.control("DELETE", `/gates/${(await firstGate(fake))?.id}`);
    await ofFile("held.wav").getByText("processing").waitFor();
    expect(await calls()).toHaveLength(3);
  });
  await step("each comes to its end, and nothing was created twice", async () => {
    for (const { id } of await calls()) await fake.control("POST", `/calls/${id}/complete`, {});
    for (const name of ["waiting.wav", "lost.wav", "held.wav"]) await ofFile(name).getByText("completed").waitFor();
    expect(await calls()).toHaveLength(3);
  });
});
