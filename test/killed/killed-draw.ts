/** A process that proposes or confirms a winner and dies, as by `kill -9`, at a given statement: before it is sent or after its answer. */
import { confirmWinner, proposeWinner } from '../../features/events/draws/server/draws.ts';
import type { Context } from '../../server/context.ts';
import { openDatabase } from '../../server/db/client.ts';
import { TEST_KEYS } from '../test-database.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', id = '', user_id = '', token = '', statement = '', moment = ''] =
  process.argv.slice(2);
const sent = dieAt(Number(statement), moment);

const database = openDatabase({ global, scoped, site: scoped }, 2);
const context = {
  platform: { config: {}, drawKey: TEST_KEYS.drawKey },
  db: database.everything,
  actor: { admin_id: 0, email: '', program_id: 0, role: 'superadmin', permissions: ['superadmin'] },
  address: '',
  request_id: '',
} as unknown as Context;
if (token) await confirmWinner(context, { id: Number(id), user_id: Number(user_id), token });
else await proposeWinner(context, { id: Number(id), reason: '' }, null);
await database.close();
process.stdout.write(`${sent()} statements\n`);
