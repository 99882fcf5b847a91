import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayAccess } from '../../../core/access.ts';
import { CODES } from '../../../core/errors.ts';
import { asSystem, type Context } from '../../../server/context.ts';
import { mediaTypeOf } from '../../../server/files/files.ts';
import { authenticate } from '../../../server/http/session.ts';
import { NO_DOCUMENT } from '../../../server/http/storage.ts';
import type { Platform } from '../../../server/platform.ts';
import { REPORTS } from '../contract.ts';
import { authorizationOf } from './cookie.ts';
import { finishedExport } from './exports.ts';
import { kindNamed, titlesFor } from './kinds.ts';
import { makeFile } from './made-files.ts';
import { endExports } from './runs.ts';
import { storedPath } from './stored-path.ts';

const MEDIA_TYPES = new Map([
  ['.csv', mediaTypeOf('.csv')],
  ['.zip', mediaTypeOf('.zip')],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]);

/** Mounts `GET /storage/reports/{file_name}`: by the bearer token or the cookie of this path, 404 to everybody else. */
export function mountReports(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endExports(platform));
  app.get<{ Params: { '*': string } }>(`${REPORTS}*`, { compress: false }, async (request, reply) => {
    const found = await fileFor(platform, request, request.params['*']);
    if (!found) {
      const body = { message: 'Not found', code: CODES[404], request_id: request.id };
      return reply.code(404).header('cache-control', 'no-store').send(body);
    }
    const day = found.created_at.slice(0, 10);
    return reply
      .header('content-type', found.media_type)
      .header('content-length', found.bytes)
      .header('content-disposition', `attachment; filename="${found.saved_as}-${day}${found.ending}"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', NO_DOCUMENT)
      .send(found.content);
  });
}

async function fileFor(platform: Platform, { headers }: FastifyRequest, file_name: string) {
  const ending = /^[0-9a-z-]{1,40}(\.[a-z]+)$/.exec(file_name)?.[1] ?? '';
  const media_type = MEDIA_TYPES.get(ending);
  if (!media_type) return null;
  const authorization = headers.authorization ?? authorizationOf(platform, headers.cookie);
  const known = await authenticate(platform.database.everything, platform.tokenKey, authorization);
  if (!known || known.needs_factor) return null;
  const context = asSystem(platform, 'reports', known.actor);
  const found = (await storedFile(context, file_name)) ?? (await fileOfRows(context, file_name));
  return found && { ...found, ending, media_type };
}

async function storedFile(context: Context, file_name: string) {
  const { actor, platform } = context;
  const found = await finishedExport(context, file_name);
  const kind = kindNamed(found?.kind ?? '');
  if (!found || !kind || !mayAccess(actor, kind.access)) return null;
  const readable = new Set(titlesFor(kind, actor));
  if (!(found.columns ?? kind.columns.map(([title]) => title)).every((title) => readable.has(title)))
    return null;
  const content = await platform.files.get(storedPath(found));
  const { created_at, bytes } = found;
  return content && { content, bytes: bytes ?? 0, created_at, saved_as: kind.saved_as };
}

async function fileOfRows(context: Context, file_name: string) {
  const made = await makeFile(context, file_name);
  if (!made || !mayAccess(context.actor, made.kind.access)) return null;
  const { created_at, kind } = made;
  const content = typeof made.content === 'string' ? Buffer.from(made.content) : made.content;
  const saved_as = typeof kind.saved_as === 'string' ? kind.saved_as : kind.saved_as(file_name);
  return { content, bytes: content.length, created_at, saved_as };
}
