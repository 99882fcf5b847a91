#!/usr/bin/env node
/**
 * Checks the published proof of a giveaway's draw. One file that needs nothing but Node 18 or newer: copy it anywhere.
 * The public page of a draw (/draws/<event id>) hands this very file out, and runs it in the browser.
 *
 *   node verify-draw.mjs <file or URL of the proof> [--commitment <hex>] [--drand <URL>]
 *
 * --commitment  what was shown before the draw; without it, only the proof's own word for it is checked
 * --drand       a drand endpoint (https://api.drand.sh) that the public randomness is compared with
 *
 * Prints every step with ok or FAIL and ends with 1 where one fails, 2 where there is no proof to check.
 *
 * What is checked: C = SHA-256("draw-commit-v1" + s); the codes stand in the order of their bytes, none twice; L = SHA-256
 * of the codes, one a line; seed = SHA-256("draw-v1" + lp(event id) + lp(L) + lp(C) + lp(s) + lp(beacon)), where lp puts
 * the length in four big-endian bytes in front and the beacon is empty where none was used; attempt k takes
 * x = HMAC-SHA-256(seed, "pick" + u32(k) + u32(j)) for the first j from 0 with x < 2^256 - (2^256 mod n), and its ticket
 * is number x mod n, counted from 0; the attempts count from 0, and the last one alone is confirmed. The edits of the
 * event's terms after its first ticket are listed: each follows on the one before, none changes the type, and none made
 * after the end moves a date or puts more tickets on sale, and none puts the end before itself. An early end is the last
 * of the edits that move the end, and its reason is told.
 */
const CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';

/** Every step of the proof: its name, null or what is wrong with it. `shown` is the commitment that the reader kept. */
export function checkProof(proof, shown) {
  const steps = [];
  const step = (name, check) => {
    let fault;
    try {
      fault = check() ?? null;
    } catch (error) {
      fault = `cannot be read: ${error.message}`;
    }
    steps.push({ name, fault });
  };
  const codes = Array.isArray(proof.tickets) ? proof.tickets : [];
  const attempts = Array.isArray(proof.attempts) ? proof.attempts : [];
  const n = BigInt(codes.length);
  let commitment;
  let listHash;
  let seed;

  step('edits of the terms', () => editFault(proof));
  if (proof.ended_early) step('early end', () => earlyEndFault(proof));
  step('commitment', () => {
    const secret = bytes(proof.s, 32);
    commitment = sha256('draw-commit-v1', secret);
    if (hex(commitment) !== proof.C) return `the secret gives ${hex(commitment)}, not C`;
    if (shown && shown.toLowerCase() !== proof.C) return `C is not ${shown}, which was shown before the draw`;
  });
  step('order of the tickets', () => {
    if (n === 0n) return 'there are no tickets';
    const at = codes.findIndex((code, index) => index > 0 && !precedes(codes[index - 1], code));
    if (at > 0) return `ticket ${at} (${codes[at]}) does not come after ticket ${at - 1} (${codes[at - 1]})`;
  });
  step('list of tickets', () => {
    listHash = sha256(codes.join('\n'));
    if (hex(listHash) !== proof.L) return `the tickets give ${hex(listHash)}, not L`;
  });
  step('beacon', () => {
    if (proof.beacon === null) return;
    if (proof.beacon.chain_hash !== CHAIN) return 'it is not of drand quicknet';
    if (!Number.isSafeInteger(proof.beacon.round) || proof.beacon.round < 1) return 'it names no round';
    bytes(proof.beacon.signature, 48);
  });
  step('seed', () => {
    const beacon = proof.beacon ? bytes(proof.beacon.signature, 48) : new Uint8Array(0);
    const parts = [utf8(String(proof.event_id)), listHash, commitment, bytes(proof.s, 32), beacon];
    seed = sha256('draw-v1', ...parts.flatMap((part) => [u32(part.length), part]));
    if (hex(seed) !== proof.seed) return `the parts give ${hex(seed)}, not the seed`;
  });
  attempts.forEach((attempt, k) => {
    step(`attempt ${k}`, () => {
      if (attempt.attempt !== k) return `it is numbered ${attempt.attempt}`;
      // What was published decides, so that a fault above shows there and not in every attempt as well.
      const { j, x } = picked(bytes(proof.seed, 32), k, n);
      const number = Number(BigInt(`0x${x}`) % n);
      if (attempt.x !== x || attempt.j !== j) return `the seed gives x = ${x} at j = ${j}`;
      if (attempt.number !== number) return `x gives ticket number ${number}, not ${attempt.number}`;
      if (attempt.ticket !== codes[number])
        return `number ${number} is ${codes[number]}, not ${attempt.ticket}`;
    });
  });
  step('winner', () => {
    const confirmed = attempts.filter((attempt) => attempt.confirmed_at);
    if (confirmed.length !== 1) return `${confirmed.length} attempts are confirmed`;
    if (attempts.at(-1) !== confirmed[0]) return 'the confirmed attempt is not the last one';
  });
  return steps;
}

const TERMS = ['type', 'start_at', 'end_at', 'available', 'active'];

/** Edits of one save bear one moment, and the end that counts for them is the one before that save. */
function editFault({ edits, terms, frozen_at }) {
  // Proofs made before edits were recorded have none to check.
  if (edits === undefined) return;
  const current = {};
  let end = edits.find(({ field }) => field === 'end_at')?.before ?? terms.end_at;
  let endInForce = end;
  let moment = '';
  for (const [index, { edited_at, field, before, after }] of edits.entries()) {
    const name = `edit ${index} (${field})`;
    if (!TERMS.includes(field)) return `${name} is of no term`;
    if (!(edited_at >= moment)) return `${name} is out of order`;
    if (before === after) return `${name} changes nothing`;
    if (field in current && current[field] !== before) return `${name} does not follow on the one before it`;
    if (field === 'type') return `${name} changes what was sold`;
    if (edited_at !== moment) endInForce = end;
    moment = edited_at;
    if (edited_at >= endInForce && field.endsWith('_at')) return `${name} moves what was over`;
    if (edited_at >= endInForce && field === 'available' && after > before)
      return `${name} sells after the end`;
    if (field === 'end_at' && edited_at >= after) return `${name} ends it in the past`;
    if (field === 'end_at') end = after;
    current[field] = after;
  }
  const other = Object.keys(terms).find((field) => field in current && current[field] !== terms[field]);
  if (other) return `they do not lead to ${other} as it is`;
  if (frozen_at < terms.end_at) return 'the list was frozen before the end';
}

/** It is one of the edits, and the last of the end: nothing came after it. */
function earlyEndFault({ edits, terms, ended_early }) {
  const last = edits.findLast(({ field }) => field === 'end_at');
  if (!last || last.after !== ended_early.at || terms.end_at !== ended_early.at)
    return `the edits do not end it at ${ended_early.at}`;
  if (!(ended_early.at < last.before)) return 'it is not before the end that buyers went by';
}

function picked(seed, k, n) {
  const limit = 2n ** 256n - (2n ** 256n % n);
  for (let j = 0; ; j++) {
    const x = hex(hmac(seed, 'pick', u32(k), u32(j)));
    if (BigInt(`0x${x}`) < limit) return { j, x };
  }
}

/** HMAC-SHA-256 by RFC 2104, of a key of 32 bytes. */
function hmac(key, ...parts) {
  const block = (byte) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
  return sha256(block(0x5c), sha256(block(0x36), ...parts));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** By FIPS 180-4, here because Node and browsers share no such function that works on any page and at once. */
function sha256(...parts) {
  const message = padded(parts);
  const view = new DataView(message.buffer);
  const state = Uint32Array.from([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  const w = new Uint32Array(64);
  for (let block = 0; block < message.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(block + t * 4);
    for (let t = 16; t < 64; t++) {
      const [x, y] = [w[t - 15], w[t - 2]];
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] += value;
  }
  return Uint8Array.from(Array.from(state, (word) => [...u32(word)]).flat());
}

/** The parts in one, a bit that is set, and the length in bits at the end of the last block of 64 bytes. */
function padded(parts) {
  const all = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const length = all.reduce((sum, part) => sum + part.length, 0);
  const message = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  for (let part = 0, at = 0; part < all.length; at += all[part++].length) message.set(all[part], at);
  message[length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(length) * 8n);
  return message;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function u32(value) {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function utf8(text) {
  if (typeof text !== 'string') throw new Error(`${JSON.stringify(text)} is no text`);
  return new TextEncoder().encode(text);
}

/** In the order of their bytes, which for plain text is also that of its letters, and found a hundred times as fast. */
function precedes(one, other) {
  if (isPlain(one) && isPlain(other)) return one < other;
  const [before, after] = [utf8(one), utf8(other)];
  const at = after.findIndex((byte, index) => byte !== before[index]);
  return at >= 0 && (before[at] ?? -1) < after[at];
}

const isPlain = (text) => typeof text === 'string' && /^[ -~]*$/.test(text);

function hex(all) {
  return Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes(text, length) {
  if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(text) || text.length !== length * 2) {
    throw new Error(`${JSON.stringify(text)} is not ${length} bytes in lower-case hex`);
  }
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

async function load(place) {
  if (!/^https?:\/\//.test(place))
    return JSON.parse(await (await import('node:fs/promises')).readFile(place, 'utf8'));
  const response = await fetch(place);
  if (response.ok) return response.json();
  throw new Error(`${place} answers ${response.status}`);
}

async function compareBeacon(beacon, endpoint) {
  let base = endpoint;
  while (base.endsWith('/')) base = base.slice(0, -1);
  const { signature } = await load(`${base}/${CHAIN}/public/${beacon.round}`);
  return signature === beacon.signature
    ? null
    : `${endpoint} has another signature for round ${beacon.round}`;
}

async function main(args) {
  const options = {};
  const places = [];
  for (let at = 0; at < args.length; at++) {
    const name = /^--(commitment|drand)$/.exec(args[at])?.[1];
    if (name) options[name] = args[++at];
    else places.push(args[at]);
  }
  if (places.length !== 1 || Object.values(options).includes(undefined)) {
    console.error('node verify-draw.mjs <file or URL of the proof> [--commitment <hex>] [--drand <URL>]');
    return 2;
  }
  let proof;
  try {
    proof = await load(places[0]);
    if (proof?.scheme !== 'draw-v1') throw new Error('this is no proof of the scheme draw-v1');
  } catch (error) {
    console.error(`There is no proof to check: ${error.message}`);
    return 2;
  }
  const steps = checkProof(proof, options.commitment);
  if (proof.beacon && options.drand) {
    const fault = await compareBeacon(proof.beacon, options.drand).catch((error) => error.message);
    steps.push({ name: 'beacon as published', fault });
  }
  for (const { name, fault } of steps) console.log(fault ? `FAIL  ${name}: ${fault}` : `ok    ${name}`);
  const notes = (proof.edits ?? []).map(
    ({ edited_at, field, before, after }) => `${edited_at}: ${field} was ${before}, became ${after}`,
  );
  if (proof.ended_early) notes.push(`ended early at ${proof.ended_early.at}: ${proof.ended_early.reason}`);
  if (!proof.edits) notes.push('the proof says nothing of edits after the first ticket');
  if (proof.beacon && !options.drand) {
    notes.push(`not checked here that drand published this value for round ${proof.beacon.round}: --drand`);
  }
  if (!proof.beacon) notes.push('no public randomness went into this draw');
  if (!options.commitment) notes.push('not checked here that C was shown before the draw: --commitment');
  for (const note of notes) console.log(`note  ${note}`);
  const failed = steps.filter(({ fault }) => fault).length;
  const winner = proof.attempts?.at?.(-1)?.ticket;
  console.log(
    failed
      ? `${failed} of ${steps.length} steps fail`
      : `The draw holds: ticket ${winner} wins event ${proof.event_id}`,
  );
  return failed ? 1 : 0;
}

/** A browser, where the page of a draw runs this file, has no command. */
async function isCommand() {
  const [, started] = globalThis.process?.argv ?? [];
  return started !== undefined && import.meta.url === (await import('node:url')).pathToFileURL(started).href;
}

if (await isCommand()) process.exitCode = await main(process.argv.slice(2));
