/** Computes draws exactly like `cli/verify-draw.mjs`, deliberately without shared code. Specification: Draws. */
import { createHash, hash } from 'node:crypto';
import { must } from '../../../../core/must.ts';

/** All that decides a draw. `beacon` is empty where none was configured. */
export type DrawInputs = { event_id: number; list_hash: Buffer; secret: Buffer; beacon: Buffer };

/** A picked ticket number, from 0, with the value it was taken from and how many values were rejected before. */
export type Pick = { number: number; x: string; rejected: number };

/** `C`: what is shown before anybody buys a ticket. */
export function commitmentOf(secret: Buffer): Buffer {
  return createHash('sha256').update('draw-commit-v1').update(secret).digest();
}

/** `L`: the codes in their order, one a line, without a last line feed. */
export function listHash(codes: readonly string[]): Buffer {
  return createHash('sha256').update(codes.join('\n')).digest();
}

/** The 32 bytes from which every attempt is picked. */
export function seedOf({ event_id, list_hash, secret, beacon }: DrawInputs): Buffer {
  const hash = createHash('sha256').update('draw-v1');
  for (const part of [Buffer.from(String(event_id)), list_hash, commitmentOf(secret), secret, beacon]) {
    hash.update(u32(part.length)).update(part);
  }
  return hash.digest();
}

/** Uniform: values beyond the largest multiple of `tickets` are rejected. Throws for `tickets` below 1. */
export function pick(seed: Buffer, attempt: number, tickets: number): Pick {
  if (!Number.isSafeInteger(tickets) || tickets < 1) throw new RangeError('there is nothing to draw from');
  const n = BigInt(tickets);
  const limit = RANGE - (RANGE % n);
  for (let rejected = 0; ; rejected++) {
    const x = hmac(seed, Buffer.concat([PICK, u32(attempt), u32(rejected)]));
    const value = BigInt(`0x${x}`);
    if (value < limit) return { number: Number(value % n), x, rejected };
  }
}

const RANGE = 2n ** 256n;
const PICK = Buffer.from('pick');
const BLOCK = 64;

/** HMAC-SHA-256 in hex from two plain hashes (RFC 2104): a tenth of the time of `createHmac`, and the test compares them. */
function hmac(key: Buffer, message: Buffer): string {
  const inner = Buffer.alloc(BLOCK + message.length, 0x36);
  const outer = Buffer.alloc(BLOCK + 32, 0x5c);
  for (let at = 0; at < key.length; at++) {
    const byte = must(key[at], 'byte of the key');
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  message.copy(inner, BLOCK);
  outer.write(hash('sha256', inner, 'hex'), BLOCK, 'hex');
  return hash('sha256', outer, 'hex');
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
