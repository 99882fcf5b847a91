/** A process that runs one recalculation and dies, as by `kill -9`, at a given statement: before it is sent or after its answer. */
import pg from 'pg';
import { runRecalculation } from '../features/commissions/server/recalculation-runs.ts';
import { openDatabase } from '../server/db/client.ts';
import type { Platform } from '../server/platform.ts';

const [global = '', scoped = '', id = '', statement = '', moment = ''] = process.argv.slice(2);
let sent = 0;
const { query } = pg.Client.prototype as unknown as {
  query: (this: pg.Client, ...values: unknown[]) => unknown;
};
const die = () => process.kill(process.pid, 'SIGKILL');
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...values: unknown[]) {
    sent += 1;
    const last = sent === Number(statement);
    if (last && moment === 'before') die();
    const answer = query.apply(this, values);
    if (last && answer instanceof Promise) void answer.then(die, die);
    return answer;
  },
});

const database = openDatabase({ global, scoped }, 2);
await runRecalculation({ database } as Platform, Number(id));
await database.close();
process.stdout.write(`${sent} statements\n`);
