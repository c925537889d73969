/** Sends many prospects, each once. */
import type { Prospect } from "@call-analysis/sdk";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Connection, useConnection } from "../../connection/connection.ts";
import type { ProspectRow } from "./prospect-csv.ts";
import { fingerprintOf, type LedgerState, ProspectLedger } from "./prospect-ledger.ts";
import { isAboutAll, resultOfFailure, resultOfResponse, type SendResult } from "./send-result.ts";

/** How many requests are under way at the same time. */
const concurrency = 4;

/** Results are shown at most this often. */
const showMs = 100;

const fromLedger: Record<LedgerState, SendResult> = {
  added: { state: "added", message: "This browser has added it before." },
  uncertain: { state: "uncertain", message: "This browser has sent it before, and no usable response came." },
  sending: { state: "uncertain", message: "The page was left while it was sent." },
};

/** Sends the good rows of a file. Leaving the page stops before the next row. */
export function useSending(campaignId: string, rows: readonly ProspectRow[]) {
  const connection = useConnection();
  const [results, setResults] = useState<ReadonlyMap<number, SendResult>>(new Map());
  const [isSending, setIsSending] = useState(false);
  const [stoppedBy, setStoppedBy] = useState<unknown>();
  const isStopped = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    void knownResults(connection, campaignId, rows).then((known) => isCurrent && setResults(known));
    return () => {
      isCurrent = false;
      isStopped.current = true;
    };
  }, [connection, campaignId, rows]);

  const send = useCallback(async () => {
    isStopped.current = false;
    setStoppedBy(undefined);
    setIsSending(true);
    const found = new Map(await knownResults(connection, campaignId, rows));
    const timer = setInterval(() => setResults(new Map(found)), showMs);
    const failure = await sendAll(rows, {
      connection,
      campaignId,
      isStopped: () => isStopped.current,
      results: found,
    });
    clearInterval(timer);
    setResults(found);
    setStoppedBy(failure);
    setIsSending(false);
  }, [connection, campaignId, rows]);

  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  return { results, isSending, stoppedBy, send, stop };
}

async function knownResults(
  connection: Connection,
  campaignId: string,
  rows: readonly ProspectRow[],
): Promise<ReadonlyMap<number, SendResult>> {
  const known = await new ProspectLedger(connection, campaignId).known();
  return new Map(
    rows.flatMap(({ row, prospect }) => {
      const state = known.get(fingerprintOf(prospect));
      return state === undefined ? [] : [[row, fromLedger[state]] as const];
    }),
  );
}

interface SendOptions {
  connection: Connection;
  campaignId: string;
  isStopped: () => boolean;
  /** Those of rows that are known already; each further one is added. */
  results: Map<number, SendResult>;
}

/** Returns what ended it early; undefined when nothing did. */
async function sendAll(rows: readonly ProspectRow[], options: SendOptions): Promise<unknown> {
  const { connection, campaignId, isStopped, results } = options;
  const waiting = rows.filter(({ row, problems }) => problems.length === 0 && !results.has(row)).values();
  let failure: unknown;
  const work = async () => {
    for (const { row, prospect } of waiting) {
      if (isStopped() || failure !== undefined) return;
      results.set(row, { state: "sending", message: "" });
      const sent = await sendOnce({ connection, campaignId }, prospect);
      results.set(row, sent.result);
      if (isAboutAll(sent.error)) failure ??= sent.error;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failure;
}

/** Sends one prospect. What must not be repeated is in the ledger before the request leaves. */
export async function sendOnce(
  { connection, campaignId, signal }: Pick<SendOptions, "connection" | "campaignId"> & { signal?: AbortSignal },
  prospect: Prospect,
): Promise<{ result: SendResult; error?: unknown }> {
  const ledger = new ProspectLedger(connection, campaignId);
  await ledger.put(prospect, "sending");
  const sent = await connection.client.campaigns.addProspect(campaignId, prospect, { ...(signal && { signal }) }).then(
    (response) => ({ result: resultOfResponse(response) }),
    (error: unknown) => ({ result: resultOfFailure(error), error }),
  );
  const { state } = sent.result;
  if (state === "added" || state === "uncertain") await ledger.put(prospect, state);
  else await ledger.remove(prospect);
  return sent;
}
