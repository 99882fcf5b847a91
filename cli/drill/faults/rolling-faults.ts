/** Servers are replaced one after the other: by the same version, from the version before to this one, and back. */
import { failedIn, longestGap, type Span } from '../figures.ts';
import { endServer, runCommand, startServer, THIS_VERSION } from '../servers.ts';
import { type Drill, type Fault, type Reached, serverOf, spanOf } from './fault.ts';

/** The most that may pass without any answer, in seconds. */
const LONGEST_GAP = 1;

export const rollingRestart: Fault = {
  name: 'rolling restart',
  run: async (drill) => figuresOf(drill, await spanOf(() => replaceAll(drill, serverOf(drill, 0).version))),
};

export const rollingUpgrade: Fault = {
  name: 'rolling upgrade, back, and again',
  run: async (drill) => {
    const { before } = drill;
    if (!before) return [];
    const span = await spanOf(async () => {
      const { code, said } = await runCommand(['cli/migrate.ts']);
      if (code !== 0) throw new Error(`npm run migrate ended with ${code}: ${said}`);
      for (const version of [THIS_VERSION, before, THIS_VERSION]) await replaceAll(drill, version);
    });
    return figuresOf(drill, span);
  },
};

async function replaceAll(drill: Drill, version: string): Promise<void> {
  for (const [index, server] of drill.servers.entries()) {
    await endServer(server);
    drill.servers[index] = await startServer(server.port, version);
  }
}

function figuresOf({ load }: Drill, span: Span): Reached[] {
  const failed = failedIn(load.attempts, span);
  const [first] = failed;
  const note = first && `${first.kind}: ${first.status} ${first.said.slice(0, 80)}`;
  const gap = longestGap(load.attempts, ['sale', 'refund', 'payout', 'read'], span);
  return [
    { what: 'failed answers', goal: 0, measured: failed.length, unit: '', ...(note && { note }) },
    { what: 'longest gap', goal: LONGEST_GAP, measured: gap, unit: 's' },
  ];
}
