/** Work that can take long or go wrong, in turns by owner, in a process that is killed beyond its bounds. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../core/errors.ts';
import { limiterByKey } from './limiter.ts';
import type { Said } from './sandbox-child.ts';

type Bounds = {
  seconds: number;
  /** Resident memory of the process, all of it. */
  megabytes: number;
};

export type Sandbox<Task, Result> = {
  /** Throws what the work refused, {@link Killed} where it had to be ended, a 429 where too much waits. */
  run(owner: number, task: Task): Promise<Result>;
  /** Ends the process, whatever it is doing. A later piece of work starts another one. */
  stop(): Promise<void>;
};

/** The work exceeded its time, or its process ended: of too much memory, or by a crash. */
export class Killed extends Error {
  readonly reason: 'time' | 'end';

  constructor(reason: Killed['reason'], words: string) {
    super(reason === 'time' ? 'the work took too long' : `the process of the work ended: ${words}`);
    this.reason = reason;
  }
}

/** Milliseconds after which a process that nobody needs is ended. */
const REST = 60_000;

/** Milliseconds in which it must have started. */
const LONGEST_START = 60_000;

/** The variables that the process is given: none of them is a secret of ours. */
const VARIABLES =
  /^(?:path|home|lang|lc_\w+|tz|fontconfig_\w+|xdg_\w+|ld_library_path|systemroot|windir|userprofile)$/i;

/** Work that the module at `url` answers with `answerTasks`. Its process starts with the first piece. */
export function sandbox<Task, Result>(url: URL, { seconds, megabytes }: Bounds): Sandbox<Task, Result> {
  const inTurn = limiterByKey<number>({ atOnce: 1, perKey: 1, waiting: 100, waitingPerKey: 20 });
  let current: Promise<Running> | null = null;
  let rest: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(rest);
    const ending = current;
    current = null;
    await (await ending?.catch(() => null))?.kill();
  };

  return {
    run: (owner, task) =>
      inTurn(owner, async () => {
        clearTimeout(rest);
        current ??= startProcess(url, megabytes);
        try {
          return (await (await current).answer(task, seconds * 1000)) as Result;
        } catch (error) {
          // Whatever was said by a process that is gone, the next piece of work needs another one.
          if (!(error instanceof Refusal)) await end();
          throw error;
        } finally {
          clearTimeout(rest);
          rest = setTimeout(() => void end(), REST).unref();
        }
      }),
    stop: end,
  };
}

type Running = Awaited<ReturnType<typeof startProcess>>;

async function startProcess(url: URL, megabytes: number) {
  // What a killed process leaves lying about lies here.
  const folder = await mkdtemp(path.join(tmpdir(), 'provost-work-'));
  const given = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  const child = fork(fileURLToPath(url), [String(megabytes)], {
    env: { ...Object.fromEntries(given), TMPDIR: folder, TEMP: folder, TMP: folder },
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-1000);
  });
  const gone = ended(child).then(async (how) => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    return `${how} ${words}`;
  });
  // A process at rest keeps nobody alive; at work, the time it is given does.
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();

  const kill = async () => {
    child.ref();
    child.kill('SIGKILL');
    await gone;
  };
  await said(child, gone, LONGEST_START).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return { kill, answer: (task: unknown, time: number) => answered(child, gone, task, time) };
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    // It could not be started, or is gone while something is said to it.
    child.on(
      'error',
      ({ message }) => child.exitCode === null && child.pid === undefined && resolve(message),
    );
  });
}

async function answered(child: ChildProcess, gone: Promise<string>, task: unknown, time: number) {
  const answer = said(child, gone, time);
  child.send({ task }, () => {});
  const { result, refusal, failure } = await answer;
  if (refusal) throw new Refusal(refusal.status, refusal.message, refusal.details);
  if (failure !== undefined) throw new Error(failure);
  return result;
}

/** The next thing that the process says; where it ends instead, that it did, once nothing of it is left. */
function said(child: ChildProcess, gone: Promise<string>, time: number): Promise<Said> {
  return new Promise((resolve, reject) => {
    let late = false;
    const bound = setTimeout(() => {
      late = true;
      child.ref();
      child.kill('SIGKILL');
    }, time);
    const onMessage = (message: Said) => {
      clearTimeout(bound);
      child.off('exit', onExit);
      resolve(message);
    };
    const onExit = () => {
      clearTimeout(bound);
      child.off('message', onMessage);
      void gone.then((words) => reject(new Killed(late ? 'time' : 'end', words)));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) onExit();
  });
}
