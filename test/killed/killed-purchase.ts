/** A process that buys tickets with coins and dies at a given statement. */
import { buyTickets } from '../../features/users/coins/server/tickets.ts';
import { openDatabase } from '../../server/db/client.ts';
import { system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', event_id, user_id, statement, moment = ''] = process.argv.slice(2);
const sent = dieAt(Number(statement), moment);

const database = openDatabase({ global, scoped, site: scoped }, 2);
const bought = { event_id: Number(event_id), user_id: Number(user_id), quantity: 2 };
await buyTickets(system(database.everything), bought);
await database.close();
process.stdout.write(`${sent()} statements\n`);
