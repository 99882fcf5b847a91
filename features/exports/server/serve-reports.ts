/** Hands a finished file to whoever asked for it, and to nobody else. Specification: Exports. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayAccess } from '../../../core/access.ts';
import { CODES } from '../../../core/errors.ts';
import { asSystem } from '../../../server/context.ts';
import { mediaTypeOf } from '../../../server/files.ts';
import type { Platform } from '../../../server/platform.ts';
import { authenticate } from '../../../server/session.ts';
import { REPORTS } from '../contract.ts';
import { authorizationOf } from './cookie.ts';
import { finishedExport } from './exports.ts';
import { kindNamed } from './kinds.ts';
import { endExports } from './runs.ts';
import { storedPath } from './stored-path.ts';

/** Mounts `GET /storage/reports/{file_name}`: by the bearer token or the cookie of this path, 404 to everybody else. */
export function mountReports(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endExports(platform));
  app.get<{ Params: { '*': string } }>(`${REPORTS}*`, { compress: false }, async (request, reply) => {
    const found = await fileFor(platform, request, request.params['*']);
    const stream = found && (await platform.files.get(storedPath(found)));
    if (!stream) {
      const body = { message: 'Not found', code: CODES[404], request_id: request.id };
      return reply.code(404).header('cache-control', 'no-store').send(body);
    }
    const day = found.created_at.slice(0, 10);
    return reply
      .header('content-type', mediaTypeOf(found.file_name))
      .header('content-length', found.bytes)
      .header('content-disposition', `attachment; filename="${kindNamed(found.kind)?.saved_as}-${day}.csv"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream);
  });
}

async function fileFor(platform: Platform, { headers }: FastifyRequest, file_name: string) {
  if (!/^[0-9a-f]{32}\.csv$/.test(file_name)) return null;
  const authorization = headers.authorization ?? authorizationOf(platform, headers.cookie);
  const known = await authenticate(platform.database.everything, platform.tokenKey, authorization);
  if (!known) return null;
  const found = await finishedExport(asSystem(platform, 'reports', known.actor), file_name);
  const access = kindNamed(found?.kind ?? '')?.access;
  return found && access && mayAccess(known.actor, access) ? found : null;
}
