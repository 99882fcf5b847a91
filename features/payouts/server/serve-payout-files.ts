import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayAccess } from '../../../core/access.ts';
import { ASK_AGAIN, CODES, STEP_UP } from '../../../core/errors.ts';
import { asSystem } from '../../../server/context.ts';
import { decrypt, payoutFileOf } from '../../../server/encryption.ts';
import { authenticate } from '../../../server/http/session.ts';
import { NO_DOCUMENT } from '../../../server/http/storage.ts';
import { audit } from '../../../server/nouns/audit.ts';
import type { Platform } from '../../../server/platform.ts';
import { authorizationOf } from '../../exports/server/cookie.ts';
import { payoutBatchesContract } from '../batches/contract.ts';
import { dayOf } from '../batches/server/batch-file.ts';
import { PAYOUT_FILES } from '../batches/server/batches.ts';

/** Mounts `GET /storage/reports/payouts/{file_name}` by bearer token or cookie; 404 to everybody else, 401 `STEP_UP` where proven too long ago. */
export function mountPayoutFiles(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { file_name: string } }>(
    `${PAYOUT_FILES}:file_name`,
    { compress: false },
    async (request, reply) => {
      const found = await fileFor(platform, request, request.params.file_name);
      if (found === STEP_UP) {
        const body = { message: ASK_AGAIN, code: STEP_UP, request_id: request.id };
        return reply.code(401).header('cache-control', 'no-store').send(body);
      }
      if (!found) {
        const body = { message: 'Not found', code: CODES[404], request_id: request.id };
        return reply.code(404).header('cache-control', 'no-store').send(body);
      }
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="payouts-${found.batch_id}-${dayOf(found)}.zip"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', NO_DOCUMENT)
        .send(decrypt(platform.paymentKey, payoutFileOf(found.batch_id), found.sealed));
    },
  );
}

const { access } = payoutBatchesContract.payoutBatches['~orpc'].meta;

/** Records each download, since the file names accounts. */
async function fileFor(platform: Platform, { headers, ip, id, method }: FastifyRequest, file_name: string) {
  if (!/^[0-9a-f]{32}\.zip$/.test(file_name)) return null;
  const authorization = headers.authorization ?? authorizationOf(platform, headers.cookie);
  const known = await authenticate(platform.database.everything, platform.tokenKey, authorization);
  if (!known || known.needs_factor || !mayAccess(known.actor, access)) return null;
  if (!known.is_proven) return STEP_UP;
  const context = { ...asSystem(platform, id, known.actor), address: ip };
  const found = await context.db
    .selectFrom('payout_files as f')
    .innerJoin('payout_batches as b', 'b.id', 'f.batch_id')
    .leftJoin('payout_makings as m', 'm.batch_id', 'b.id')
    .select(['f.batch_id', 'f.sealed', 'b.created_at', 'b.decided_at', 'm.finished_at'])
    .where('f.file_name', '=', file_name)
    .executeTakeFirst();
  if (found && method === 'GET')
    await audit(context, {
      entity: 'payout_batch',
      entity_id: found.batch_id,
      action: 'download',
      program_id: 0,
    });
  return found;
}
