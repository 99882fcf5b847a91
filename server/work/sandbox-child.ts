/** The other end of `killable`: what a process does that may be killed at any moment. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Refusal, type RefusalDetails, type RefusalStatus } from '../../core/errors.ts';

/** What the process says: once at its start, nothing; then of each task one of the three. */
export type Said = {
  result?: unknown;
  refusal?: { status: RefusalStatus; message: string; details: RefusalDetails };
  failure?: string;
};

/** Milliseconds between two looks at the memory. */
const LOOK = 50;

/** Answers tasks for as long as somebody listens. Tasks and results are what the structured clone takes. */
export function answerTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  const say = (said: Said) => process.send?.(said);
  process.on('message', ({ task }: { task: Task }) => {
    work(task).then(
      (result) => say({ result }),
      (error: unknown) => say(whatWentWrong(error)),
    );
  });
  // The signals of a terminal or a service manager are for the server, which lets its requests end first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => {
    rmSync(tmpdir(), { recursive: true, force: true });
    die();
  });
  const most = Number(process.argv[2]) * 1024 * 1024;
  setInterval(() => process.memoryUsage.rss() > most && die(), LOOK);
  say({});
}

function whatWentWrong(error: unknown): Said {
  if (!(error instanceof Refusal))
    return { failure: (error instanceof Error && error.stack) || String(error) };
  const { status, message, code, details } = error;
  return { refusal: { status, message, details: { code, ...details } } };
}

/** Threads of a library may be at work, for which an orderly exit would wait. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
