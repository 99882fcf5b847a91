/** Mails that the server of the run has sent. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** Waits for so many mails to an address; answers the text of the last, unfolded. */
export async function mailTo(address: string, count = 1): Promise<string> {
  const folder = process.env.MAILBOX ?? '';
  const files = async () => {
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${address} `));
    return names.toSorted((a, b) => numberOf(a) - numberOf(b));
  };
  await expect.poll(async () => (await files()).length, `mails to ${address}`).toBe(count);
  const text = await readFile(path.join(folder, (await files()).at(-1) ?? ''), 'utf8');
  return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}

function numberOf(name: string): number {
  return Number(/ (\d+)\.eml$/.exec(name)?.[1]);
}
