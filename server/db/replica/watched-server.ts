/** One PostgreSQL that is asked again and again over a connection of its own, and is away once it does not answer. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { cutOff, settingsOf } from '../connections/pools.ts';
import { noteLoss } from '../outages.ts';

/** Milliseconds between two questions, and while there is no answer. */
const PAUSE_MS = 500;
const PAUSE_AWAY_MS = 250;

/** Steps for an answer, counted one by one: however long this process itself was busy, that is one of them. */
const ANSWER_STEPS = 5;
const STEP_MS = 250;

/** Asks until the end, which it returns. `answered` gets the row of each answer, `away` the error of each question without one. */
export function watchServer<Row extends pg.QueryResultRow>(
  url: string,
  question: string,
  { answered, away }: { answered: (row: Row | undefined) => void; away: (error: unknown) => void },
): () => void {
  let client: pg.Client | undefined;
  let isEnded = false;
  const ask = async () => {
    if (!client) {
      client = new pg.Client({ ...settingsOf(url), connectionTimeoutMillis: 0 });
      client.on('error', noteLoss);
      await client.connect();
    }
    const { rows } = await client.query<Row>(question);
    return rows[0];
  };
  const look = async () => {
    try {
      const row = await Promise.race([ask(), silence()]);
      if (!isEnded) answered(row);
      return PAUSE_MS;
    } catch (error) {
      if (client) cutOff(client);
      client = undefined;
      if (!isEnded) away(error);
      return PAUSE_AWAY_MS;
    }
  };
  const watching = async () => {
    while (!isEnded) {
      await wait(await look(), null, { ref: false });
    }
  };
  void watching();
  return () => {
    isEnded = true;
    if (client) cutOff(client);
  };
}

async function silence(): Promise<never> {
  for (let step = 0; step < ANSWER_STEPS; step++) await wait(STEP_MS, null, { ref: false });
  throw new Silence('no answer in time');
}

class Silence extends Error {}

/** True for a server that has not answered in time, and may only be busy. */
export function isSilence(error: unknown): boolean {
  return error instanceof Silence;
}
