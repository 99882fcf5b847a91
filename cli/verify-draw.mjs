#!/usr/bin/env node
/**
 * Checks the published proof of a giveaway's draw. One file that needs nothing but Node 18 or newer: copy it anywhere.
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
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

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
    if (commitment.toString('hex') !== proof.C)
      return `the secret gives ${commitment.toString('hex')}, not C`;
    if (shown && shown.toLowerCase() !== proof.C) return `C is not ${shown}, which was shown before the draw`;
  });
  step('order of the tickets', () => {
    if (n === 0n) return 'there are no tickets';
    const at = codes.findIndex(
      (code, index) => index > 0 && Buffer.compare(utf8(codes[index - 1]), utf8(code)) >= 0,
    );
    if (at > 0) return `ticket ${at} (${codes[at]}) does not come after ticket ${at - 1} (${codes[at - 1]})`;
  });
  step('list of tickets', () => {
    listHash = sha256(codes.join('\n'));
    if (listHash.toString('hex') !== proof.L) return `the tickets give ${listHash.toString('hex')}, not L`;
  });
  step('beacon', () => {
    if (proof.beacon === null) return;
    if (proof.beacon.chain_hash !== CHAIN) return 'it is not of drand quicknet';
    if (!Number.isSafeInteger(proof.beacon.round) || proof.beacon.round < 1) return 'it names no round';
    bytes(proof.beacon.signature, 48);
  });
  step('seed', () => {
    const beacon = proof.beacon ? bytes(proof.beacon.signature, 48) : Buffer.alloc(0);
    const parts = [utf8(String(proof.event_id)), listHash, commitment, bytes(proof.s, 32), beacon];
    seed = sha256('draw-v1', ...parts.flatMap((part) => [u32(part.length), part]));
    if (seed.toString('hex') !== proof.seed) return `the parts give ${seed.toString('hex')}, not the seed`;
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
    const x = createHmac('sha256', seed).update('pick').update(u32(k)).update(u32(j)).digest('hex');
    if (BigInt(`0x${x}`) < limit) return { j, x };
  }
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function u32(value) {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
}

function utf8(text) {
  if (typeof text !== 'string') throw new Error(`${JSON.stringify(text)} is no text`);
  return Buffer.from(text, 'utf8');
}

function bytes(hex, length) {
  if (typeof hex !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(hex) || hex.length !== length * 2) {
    throw new Error(`${JSON.stringify(hex)} is not ${length} bytes in lower-case hex`);
  }
  return Buffer.from(hex, 'hex');
}

async function load(place) {
  if (!/^https?:\/\//.test(place)) return JSON.parse(await readFile(place, 'utf8'));
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  return response.json();
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
