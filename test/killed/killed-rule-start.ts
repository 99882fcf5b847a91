/** A process that starts a rule for whoever was told how many it mails, or undoes that, and dies at a given statement. */
import type { NewEmailRule } from '../../features/email-rules/contract.ts';
import { createEmailRule, undoEmailRule } from '../../features/email-rules/server/email-rule-saves.ts';
import { openDatabase } from '../../server/db/client.ts';
import { system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', what = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const context = system(database.everything);
const sent = dieAt(Number(statement), moment);
const { id, rule } = JSON.parse(what) as {
  id?: number;
  rule?: NewEmailRule & { confirmed_due_count: number };
};
if (rule) await createEmailRule(context, rule);
if (id) await undoEmailRule(context, id);
await database.close();
process.stdout.write(`${sent()} statements\n`);
