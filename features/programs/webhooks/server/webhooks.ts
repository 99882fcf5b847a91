import { type SqlBool, sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { changing, tableNoun } from '../../../../server/nouns/changing.ts';
import { creating } from '../../../../server/nouns/creating.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import { PROGRAM } from '../../server/program-noun.ts';
import type { NewWebhook, Webhook, WebhookChange } from '../contract.ts';
import { isPrivateHost } from './public-addresses.ts';
import { endSecrets, makeSecret } from './webhook-secrets.ts';

const MOST_WEBHOOKS = 20;

export const WEBHOOK = tableNoun({ entity: 'webhook', table: 'webhooks' });

/** Returns the webhooks of a program, in the order they were added. 404 for an unknown program. */
export async function listWebhooks(context: Context, program_id: number): Promise<{ webhooks: Webhook[] }> {
  if (!(await PROGRAM.read(context, program_id))) notFound();
  const webhooks = await webhooksIn(context.db).where('program_id', '=', program_id).orderBy('id').execute();
  return { webhooks };
}

/** Adds an address; returns its secret in the clear, this once. 404 for an unknown program; 400 on `url` if not public, and for too many. */
export function createWebhook(
  context: Context,
  { id: program_id, ...values }: NewWebhook & { id: number },
): Promise<{ webhook: Webhook; secret: string }> {
  refusePrivate(context, values.url);
  return transact(context, async (tx) => {
    if (!(await PROGRAM.read(tx, program_id))) notFound();
    await lock(tx.db, `webhooks of ${program_id}`);
    const { webhooks } = await listWebhooks(tx, program_id);
    if (webhooks.length >= MOST_WEBHOOKS) refuse(400, `A program has at most ${MOST_WEBHOOKS} webhooks`);
    const { id } = await creating(tx, WEBHOOK, { program_id, ...values });
    await beginNow(tx, id);
    const secret = await makeSecret(tx, id);
    return { webhook: await readWebhook(tx, id), secret };
  });
}

/** Changes or switches it. On by staff it begins with what changes then; if it went off by itself, where it was. 404, 409 and 400 as any save. */
export function updateWebhook(
  context: Context,
  { id, updated_at, ...values }: WebhookChange,
): Promise<{ webhook: Webhook }> {
  if (values.url !== undefined) refusePrivate(context, values.url);
  return transact(context, async (tx) => {
    await changing(tx, WEBHOOK, { id, updated_at }, 'update', async (_, row) => {
      const { url, kinds, active, switched_off_at } = row;
      const before = { url, kinds, active };
      const after = { url: values.url ?? url, kinds: values.kinds ?? kinds, active: values.active ?? active };
      if (after.active && !active && switched_off_at === null) await beginNow(tx, id);
      // Whoever decides about it has seen that it was switched off.
      return {
        before,
        after,
        columns: { ...after, ...(values.active !== undefined && { switched_off_at: null }) },
      };
    });
    if (values.active === false) await forgetSwitchOff(tx, id);
    return { webhook: await readWebhook(tx, id) };
  });
}

/** Takes a webhook away with its deliveries. 404 for an unknown one. */
export function deleteWebhook(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  return transact(context, async (tx) => {
    const { url, kinds, program_id } = (await WEBHOOK.lockRow(tx, id)) ?? notFound();
    await tx.db.deleteFrom('webhooks').where('id', '=', id).execute();
    await audit(tx, {
      entity: 'webhook',
      entity_id: id,
      action: 'delete',
      program_id,
      before: { url, kinds },
    });
    return { id, deleted: true };
  });
}

/** Makes a new secret and returns it this once; the one of before signs too until the overlap is over. */
export function renewSecret(
  context: Context,
  { id, overlap_hours }: { id: number; overlap_hours: number },
): Promise<{ secret: string }> {
  return transact(context, async (tx) => {
    const { program_id } = (await WEBHOOK.lockRow(tx, id)) ?? notFound();
    await endSecrets(tx, id, overlap_hours);
    const secret = await makeSecret(tx, id);
    await audit(tx, {
      entity: 'webhook',
      entity_id: id,
      action: 'secret',
      program_id,
      after: { overlap_hours },
    });
    return { secret };
  });
}

export function switchedOffWebhooks({ db }: Context): Promise<WaitingWork> {
  const where = [sql<SqlBool>`w.switched_off_at is not null`];
  return waitingWork(db, { from: sql`webhooks w`, where, since: sql`w.switched_off_at` });
}

async function readWebhook({ db }: Context, id: number): Promise<Webhook> {
  return webhooksIn(db).where('id', '=', id).executeTakeFirstOrThrow();
}

function webhooksIn(db: Context['db']) {
  return db.selectFrom('webhooks').select(['id', 'url', 'kinds', 'active', 'switched_off_at', 'updated_at']);
}

function refusePrivate({ platform }: Context, url: string): void {
  if (platform.config.webhooksPrivate) return;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') refuseField('url', 'Enter an address that begins with https://');
  if (isPrivateHost(hostname)) refuseField('url', 'This address is not public');
}

/** Puts a webhook behind every change that is there; of those under way it is told. */
async function beginNow({ db }: TransactionContext, id: number): Promise<void> {
  await sql`update webhooks set xid = pg_snapshot_xmin(pg_current_snapshot()), change_id = 0 where id = ${id}`.execute(
    db,
  );
}

async function forgetSwitchOff({ db }: TransactionContext, id: number): Promise<void> {
  await db.updateTable('webhooks').set({ switched_off_at: null }).where('id', '=', id).execute();
}
