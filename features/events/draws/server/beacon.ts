/** Public randomness that nobody could know when the list was frozen: drand's quicknet. Specification: Draws. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { refuse } from '../../../../core/errors.ts';
import { withoutEnd } from '../../../../core/without-end.ts';
import { timeLimit } from '../../../../server/time-limits.ts';

/** A drand chain of the scheme bls-unchained-g1-rfc9380; times in seconds since 1970. */
export type Chain = { hash: string; public_key: string; genesis: number; period: number };

/** The chain that counts. Its key stands here: what a server answers about itself proves nothing. */
export const QUICKNET: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  public_key:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

export type Beacon = { url: string; chain: Chain };

export function beaconOf({ drandUrl }: { drandUrl?: string }): Beacon | null {
  return drandUrl ? { url: drandUrl, chain: QUICKNET } : null;
}

/** The first round whose value nobody can know yet, plus one for differing clocks; `now` in milliseconds. */
export function roundAfter({ genesis, period }: Chain, now: number): number {
  return Math.max(1, Math.floor((now / 1000 - genesis) / period) + 3);
}

/** The signature of a round, verified with the chain's key; waits for one some seconds ahead. 400 where the beacon does not answer, or wrongly. */
export async function fetchRound({ url, chain }: Beacon, round: number): Promise<Buffer> {
  const due = (chain.genesis + (round - 1) * chain.period) * 1000;
  await sleep(Math.min(Math.max(0, due - Date.now()), LONGEST_WAIT_MS));
  const until = Date.now() + timeLimit(BEACON_TIMEOUT_MS);
  for (;;) {
    const signature = await asked(roundUrl(url, chain, round), round);
    if (signature && (await isGenuine(chain, round, signature))) return signature;
    if (signature) refuse(400, 'The public randomness is not genuine. Nothing was drawn.');
    if (Date.now() >= until) {
      refuse(400, 'The public randomness beacon does not answer. Nothing was drawn. Try again.');
    }
    await sleep(RETRY_INTERVAL_MS);
  }
}

/** True where the signature (48 bytes) is the chain's own for the round. */
export async function isGenuine(chain: Chain, round: number, signature: Buffer): Promise<boolean> {
  // Loaded where a beacon is used at all: the library prepares tables for most of a second.
  const { bls12_381 } = await import('@noble/curves/bls12-381.js');
  const { shortSignatures } = bls12_381;
  try {
    const message = shortSignatures.hash(messageOf(round), DOMAIN);
    return shortSignatures.verify(signature, message, Buffer.from(chain.public_key, 'hex'));
  } catch {
    // Bytes that are no point of the curve are no signature.
    return false;
  }
}

/** Returns the message the chain signs for a round: SHA-256 of its number in eight big-endian bytes. */
function messageOf(round: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(round));
  return createHash('sha256').update(bytes).digest();
}

/** The domain by which the scheme hashes messages to the curve. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** Milliseconds. */
const LONGEST_WAIT_MS = 15_000;
const BEACON_TIMEOUT_MS = 4000;
const RETRY_INTERVAL_MS = 500;
const ANSWER_TIMEOUT_MS = 3000;

const answer = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) });

/** The address of a round; the one of the settings may name the chain itself. */
function roundUrl(url: string, chain: Chain, round: number): string {
  const base = withoutEnd(url, '/');
  return `${base.includes(chain.hash) ? base : `${base}/${chain.hash}`}/public/${round}`;
}

async function asked(url: string, round: number): Promise<Buffer | null> {
  try {
    const signal = AbortSignal.timeout(timeLimit(ANSWER_TIMEOUT_MS));
    const response = await fetch(url, { signal, redirect: 'error' });
    const body = response.ok ? answer.safeParse(await response.json()) : null;
    return body?.data?.round === round ? Buffer.from(body.data.signature, 'hex') : null;
  } catch {
    return null;
  }
}
