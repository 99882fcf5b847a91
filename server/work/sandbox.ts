/** Runs slow or risky work, owners taking turns, in a process that is killed beyond its limits. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../core/errors.ts';
import { timeLimit } from '../time-limits.ts';
import { limiterByKey } from './limiter.ts';
import { processorTime } from './processor-time.ts';
import type { Said } from './sandbox-child.ts';

type Bounds = {
  /** Seconds of processor time, which a busy machine leaves as they are; {@link SLOWEST} times as many by the clock. */
  seconds: number;
  /** Resident memory of the whole process. */
  megabytes: number;
};

export type Sandbox<Task, Result> = {
  /** Throws the work's refusal, {@link Killed} beyond the limits, a 429 where the queue is full. */
  run(owner: number, task: Task): Promise<Result>;
  /** Kills the process. Later work starts another. */
  stop(): Promise<void>;
};

/** The work exceeded its time, or its process ended by lack of memory or a crash. */
export class Killed extends Error {
  readonly reason: 'time' | 'end';

  constructor(reason: Killed['reason'], words: string) {
    super(reason === 'time' ? 'the work took too long' : `the process of the work ended: ${words}`);
    this.reason = reason;
  }
}

/** The process was gone before it took the work, as one is that was killed at rest. */
class NeverTaken extends Killed {}

const IDLE_MS = 60_000;

const START_TIMEOUT_MS = 60_000;

/** Times as long as its limit a piece of work may take by the clock: what works less than that is stuck. */
const SLOWEST = 6;

/** The environment of the process, without secrets. */
const VARIABLES =
  /^(?:path|home|lang|lc_\w+|tz|fontconfig_\w+|xdg_\w+|ld_library_path|systemroot|windir|userprofile)$/i;

/** Runs work that the module at `url` answers with `answerTasks`. The process starts with the first piece. */
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

  const answer = async (task: Task): Promise<Result> => {
    const atRest = current;
    const used = (current ??= startProcess(url, megabytes));
    try {
      return (await (await used).answer(task, timeLimit(seconds * 1000))) as Result;
    } catch (error) {
      const wasStopped = current !== used;
      // Whatever was said by a process that is gone, the next piece of work needs another one.
      if (!(error instanceof Refusal)) await end();
      if (atRest && !wasStopped && error instanceof NeverTaken) return answer(task);
      throw error;
    }
  };

  return {
    run: (owner, task) =>
      inTurn(owner, async () => {
        clearTimeout(rest);
        try {
          return await answer(task);
        } finally {
          clearTimeout(rest);
          rest = setTimeout(() => void end(), IDLE_MS).unref();
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
  await said(child, gone, timeLimit(START_TIMEOUT_MS)).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return {
    kill,
    answer: (task: unknown, time: number) => answered(child, gone, task, time),
  };
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
  const answer = said(child, gone, time, timeLeft(child.pid, time));
  child.send({ task }, () => {});
  const { result, refusal, failure } = await answer;
  if (refusal) throw new Refusal(refusal.status, refusal.message, refusal.details);
  if (failure !== undefined) throw new Error(failure);
  return result;
}

/** Answers how many milliseconds of its limit a process has left: of processor time, or of time where that is unknown or used up. */
function timeLeft(pid: number | undefined, limit: number): () => number {
  const from = processorTime(pid);
  const end = Date.now() + limit * SLOWEST;
  return () => {
    const worked = processorTime(pid);
    return worked === null || from === null ? 0 : Math.min(from + limit - worked, end - Date.now());
  };
}

/** Resolves with the process's next message but that a task is taken; rejects with its end once it is gone. */
function said(
  child: ChildProcess,
  gone: Promise<string>,
  time: number,
  left = (): number => 0,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    let late = false;
    let taken = false;
    const endWhenLate = () => {
      const more = left();
      if (more > 0) {
        bound = setTimeout(endWhenLate, more);
        return;
      }
      late = true;
      child.ref();
      child.kill('SIGKILL');
    };
    let bound = setTimeout(endWhenLate, time);
    const onMessage = (message: Said) => {
      taken = message.taken ?? false;
      if (taken) return;
      clearTimeout(bound);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message);
    };
    const onExit = () => {
      clearTimeout(bound);
      // Until then what it has said before its end is still read.
      void gone.then((words) => {
        child.off('message', onMessage);
        const Ended = taken || late ? Killed : NeverTaken;
        reject(new Ended(late ? 'time' : 'end', words));
      });
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) onExit();
  });
}
