/** A process that dies, as by `kill -9`, at a given statement that it sends: before it goes out or after its answer. */
import pg from 'pg';

/** From now on; 0 is never. Answers how many statements have been sent. */
export function dieAt(statement: number, moment: string): () => number {
  let sent = 0;
  const { query } = pg.Client.prototype as unknown as {
    query: (this: pg.Client, ...values: unknown[]) => unknown;
  };
  const die = () => process.kill(process.pid, 'SIGKILL');
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...values: unknown[]) {
      sent += 1;
      const last = sent === statement;
      if (last && moment === 'before') die();
      const answer = query.apply(this, values);
      if (last && answer instanceof Promise) void answer.then(die, die);
      return answer;
    },
  });
  return () => sent;
}
