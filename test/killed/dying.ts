/** A process that dies, as by `kill -9`, at a given statement that it sends: before it goes out or after its answer. */
import pg from 'pg';

/** What connections of a process that dies are called. */
export const DYING = 'dying';

/** From now on; 0 is never. Answers how many statements have been sent. */
export function dieAt(statement: number, moment: string): () => number {
  let sent = 0;
  type Named = pg.Client & { connectionParameters: { application_name: string } };
  const { query, connect } = pg.Client.prototype as unknown as {
    query: (this: pg.Client, ...values: unknown[]) => unknown;
    connect: (this: Named, ...values: unknown[]) => unknown;
  };
  const die = () => process.kill(process.pid, 'SIGKILL');
  Object.assign(pg.Client.prototype, {
    connect(this: Named, ...values: unknown[]) {
      this.connectionParameters.application_name = DYING;
      return connect.apply(this, values);
    },
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
