/** A process that books the sales whose buyers have been told of, and dies at a given statement. */
import { bookWaitingSales } from '../../features/transactions/sites/server/book-waiting-sales.job.ts';
import { openDatabase } from '../../server/db/client.ts';
import { platformOn } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', site = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site }, 2);
const sent = dieAt(Number(statement), moment);
await bookWaitingSales(platformOn(database));
process.stdout.write(`${sent()} statements\n`);
await database.close();
