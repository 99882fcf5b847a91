import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Refusal, type RefusalDetails, type RefusalStatus } from '../../core/errors.ts';

/** Messages of the process: an empty one at its start, then two per task: that it is taken, and one of the others. */
export type Said = {
  taken?: true;
  result?: unknown;
  refusal?: { status: RefusalStatus; message: string; details: RefusalDetails };
  failure?: string;
};

/** Milliseconds between two checks of memory. */
const CHECK_INTERVAL_MS = 50;

/** Answers tasks while the parent listens. Tasks and results must be structured-cloneable. */
export function answerTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  const say = (said: Said) => process.send?.(said);
  process.on('message', ({ task }: { task: Task }) => {
    say({ taken: true });
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
  setInterval(() => process.memoryUsage.rss() > most && die(), CHECK_INTERVAL_MS);
  say({});
}

function whatWentWrong(error: unknown): Said {
  if (!(error instanceof Refusal))
    return { failure: (error instanceof Error && error.stack) || String(error) };
  const { status, message, code, details } = error;
  return { refusal: { status, message, details: { code, ...details } } };
}

/** Exits at once: an orderly exit would wait for a library's threads. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
