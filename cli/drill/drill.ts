/** Breaks one part after another under load: npm run drill [-- WORDS | --prepare]. Exit code 1 where a figure is missed. Specification: Operations. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compareBooks } from './accounts.ts';
import { startCluster } from './cluster.ts';
import { fillDatabase } from './demo.ts';
import type { Drill, Fault } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { type Figure, isMet, printFigures } from './figures.ts';
import { makeBridge } from './hosts.ts';
import { buildImage, type Image, missingForImage, prepareImage } from './image.ts';
import { startLoad } from './load.ts';
import { enterNamespace, isInside, mountDebian } from './namespace.ts';
import { DRILL_ROOT, findOnPath, missingParts, prepareParts, SUITE } from './parts.ts';
import { openBackups } from './restored.ts';
import { openDataDir, runFromImage, startServer, THIS_VERSION, WEB_PORTS } from './servers.ts';
import { versionBefore } from './version-before.ts';

/** Seconds of load before the first fault, and between two. */
const QUIET_SECONDS = 5;

const { values, positionals } = parseArgs({
  options: { prepare: { type: 'boolean', default: false } },
  allowPositionals: true,
});

if (values.prepare) {
  await prepareParts();
  if (findOnPath('buildah')) prepareImage(SUITE);
} else {
  const missing = missingParts();
  if (missing.length > 0)
    console.log(`The drill is skipped: npm run drill -- --prepare makes its parts.\n${missing.join('\n')}`);
  else if (isInside) process.exit(await runDrill(chosen()));
  else process.exitCode = await enterNamespace();
}

/** All without words. */
function chosen(): Fault[] {
  const faults = FAULTS.filter(
    ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  if (faults.length === 0)
    throw new Error(
      `no fault has one of these words; there are: ${FAULTS.map(({ name }) => name).join(', ')}`,
    );
  return faults;
}

async function runDrill(faults: readonly Fault[]): Promise<number> {
  rmSync(path.join(DRILL_ROOT, 'logs'), { recursive: true, force: true });
  mountDebian();
  makeBridge();
  say('starts etcd, Patroni, HAProxy and PgBouncer');
  const cluster = await startCluster(WEB_PORTS);
  await openBackups(await cluster.leader());
  say('fills the database with the demo');
  const before = versionBefore();
  await fillDatabase(await cluster.leader(), before ?? THIS_VERSION);
  const image = builtImage();
  const servers = await Promise.all(WEB_PORTS.map((port) => startServer(port, before ?? THIS_VERSION)));
  const load = await startLoad();
  const drill: Drill = { cluster, servers, load, before, image };
  const figures: Figure[] = [];
  for (const fault of faults) {
    const { name } = fault;
    await wait(QUIET_SECONDS * 1000);
    say(name);
    try {
      const reached = await fault.run(drill);
      const own = reached.map((figure) => ({ fault: name, ...figure }));
      printFigures(own);
      figures.push(...own);
    } catch (error) {
      say(`${name} failed: ${describe(error)}`);
      figures.push({ fault: name, what: 'comes to its end', goal: 0, measured: 1, unit: 'failures' });
    }
  }
  await wait(QUIET_SECONDS * 1000);
  await load.stop();
  figures.push(...(await lossesOf(drill)));
  printFigures(figures);
  return figures.every(isMet) ? 0 : 1;
}

async function lossesOf({ load }: Drill): Promise<Figure[]> {
  const { lost, doubled } = await compareBooks(load);
  const { sales, refunds, payouts } = load.acknowledged;
  const note = `${sales.size} sales, ${refunds.size} refunds, ${payouts.size} payouts`;
  for (const line of [...lost.map((each) => `lost: ${each}`), ...doubled.map((each) => `doubled: ${each}`)])
    say(line);
  for (const line of load.surprises) say(`unexpected: ${line}`);
  const ofAll = { fault: 'all', goal: 0, unit: '' };
  return [
    { ...ofAll, what: 'acknowledged writes lost', measured: lost.length, note },
    { ...ofAll, what: 'writes doubled', measured: doubled.length },
    { ...ofAll, what: 'unexpected answers', measured: load.surprises.length },
  ];
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

/** Null where it cannot be built here, which is said. */
function builtImage(): Image | null {
  const missing = missingForImage();
  if (missing.length > 0) {
    say(`the servers run from the sources, without the image: ${missing.join('; ')}`);
    return null;
  }
  say('builds the image');
  const image = buildImage();
  openDataDir(image);
  runFromImage(image);
  return image;
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause ? `${message} (${(cause as Error).message})` : message;
}
