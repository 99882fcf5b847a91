/** A process that does, when told, what a killable one may do: well, badly, or without an end. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuse } from '../../core/errors.ts';
import { answerTasks } from '../../server/work/sandbox-child.ts';

export type Told = {
  do: 'say' | 'refuse' | 'fail' | 'end' | 'spin' | 'nap' | 'sleep' | 'grow';
  say?: unknown;
};
export type Done = { pid: number; folder: string; variables: string[]; said: unknown };

answerTasks<Told, Done>(async (task) => {
  const folder = tmpdir();
  writeFileSync(path.join(folder, 'draft'), 'x');
  switch (task.do) {
    case 'say':
      return { pid: process.pid, folder, variables: Object.keys(process.env), said: task.say };
    case 'refuse':
      return refuse(400, 'No', { errors: [{ path: 'file', message: 'No' }] });
    case 'fail':
      throw new TypeError('a fault of ours');
    case 'end':
      if (typeof task.say === 'string') appendFileSync(task.say, 'end;');
      process.exit(7);
      break;
    case 'spin':
      for (;;);
    case 'nap':
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return { pid: process.pid, folder, variables: [], said: 'awake' };
    case 'sleep':
      return new Promise(() => {});
    case 'grow':
      return grow();
  }
});

/** Memory that is touched, a little at a time, as a decoder takes it. */
async function grow(): Promise<never> {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
