/** A process that runs the rules and delivers their mails, and dies at a given statement. */
import { openDatabase } from '../../server/db/client.ts';
import { passes } from '../models/rule-passes.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', smtpUrl = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 4);
const sent = dieAt(Number(statement), moment);
await passes(database, smtpUrl);
await database.close();
process.stdout.write(`${sent()} statements\n`);
