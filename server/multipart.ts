/** `POST /api/upload`, measured as it arrives: oRPC would hold it whole before anybody asks who sends it. */
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../core/errors.ts';
import { uploadsContract } from '../features/uploads/contract.ts';
import { LARGEST_UPLOAD } from '../features/uploads/rules.ts';
import { NOBODY } from './context.ts';
import { recordDeniedCall } from './denials.ts';
import { errorAnswer } from './error-answers.ts';
import type { Platform } from './platform.ts';
import { authenticate } from './session.ts';
import { slotsByKey } from './slots.ts';
import { unlessSlow } from './slow-senders.ts';

/**
 * Forms received at once: with a file of the largest size each they hold some 200 MB. No admin holds more than two, so
 * that one who sends slowly keeps others from nothing; who waits, waits unread. Several who do are cut for who waits.
 */
const FORMS = { atOnce: 8, perKey: 2, waiting: 64, waitingPerKey: 16 };

/** Milliseconds in which a form must have arrived, so that nobody holds a slot for long. */
const LONGEST_ARRIVAL = 120_000;

/** Milliseconds in which a refused sender may find out. */
const LONGEST_FAREWELL = 3_000;

/** Bytes of a form besides its file. */
const ENVELOPE = 64 * 1024;

/** The address of the call with a file. */
export const FORM_CALL = uploadsContract.upload['~orpc'].route.path ?? '';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Mounts the call; `answer` is what answers every other call of the API. */
export async function mountMultipart(
  app: FastifyInstance,
  platform: Platform,
  answer: Answer,
): Promise<void> {
  const receiving = slotsByKey<number>(FORMS);
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      // A path in the name is there to be refused, not to be cut off.
      preservePath: true,
      limits: {
        files: 1,
        fileSize: LARGEST_UPLOAD + ENVELOPE,
        fields: 8,
        fieldSize: 1000,
        parts: 9,
        headerPairs: 20,
      },
    });
    scope.post(FORM_CALL, { config: { boundsForms: true } }, async (request, reply) => {
      // Anything else is refused field by field, as any body that lacks the fields is.
      if (!request.isMultipart()) return answer(request, reply);
      try {
        const admin_id = await admit(request, platform);
        return await receiving(admin_id, async () => {
          request.body = await arrived(request, receiving.isWanted);
          return answer(request, reply);
        });
      } catch (error) {
        const { authorization } = request.headers;
        const call = { platform, address: request.ip, request_id: request.id, headers: { authorization } };
        recordDeniedCall(call, NOBODY, 'uploads.upload', error);
        return refused(error, request, reply, platform);
      }
    });
  });
}

/** Who is sending, before a byte of the body is read. The call itself asks again, and what the caller may do. */
async function admit({ headers }: FastifyRequest, { database, tokenKey }: Platform): Promise<number> {
  const known = await authenticate(database.everything, tokenKey, headers.authorization);
  if (!known) refuse(401, 'Sign in to go on');
  if (Number(headers['content-length'] ?? 0) > LARGEST_UPLOAD + ENVELOPE) refuseSize();
  return known.actor.admin_id;
}

async function arrived(request: FastifyRequest, isWanted: () => boolean): Promise<FormData> {
  // Whoever left while waiting will send nothing more, and nobody would say so.
  if (request.raw.destroyed) refuse(400, 'The form was not sent to its end');
  const late = setTimeout(() => request.raw.destroy(), LONGEST_ARRIVAL);
  try {
    return await unlessSlow(request.raw.socket, isWanted, readForm(request));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse(400, 'The form is damaged or holds more than one file and its fields', {
      errors: [{ path: 'file', message: 'must arrive whole, in a form with one file' }],
    });
  } finally {
    clearTimeout(late);
  }
}

async function readForm(request: FastifyRequest): Promise<FormData> {
  const form = new FormData();
  for await (const part of request.parts()) {
    if (part.type === 'field') form.append(part.fieldname, String(part.value));
    else {
      const bytes = await bytesOf(part.file);
      const file = new File([bytes as Uint8Array<ArrayBuffer>], part.filename ?? '', { type: part.mimetype });
      form.append(part.fieldname, file);
    }
  }
  return form;
}

/** The plugin reads to the end of a file that is too long; this does not. */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > LARGEST_UPLOAD) refuseSize();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseSize(): never {
  const message = `The file is larger than ${LARGEST_UPLOAD / 1024 / 1024} MB`;
  refuse(413, message, { errors: [{ path: 'file', message }] });
}

function refused(error: unknown, request: FastifyRequest, reply: FastifyReply, platform: Platform) {
  const { status, body } = errorAnswer(error, { request_id: request.id, platform });
  letGo(request);
  if (body.retry_after) reply.header('retry-after', body.retry_after);
  return reply.code(status).send(body);
}

/**
 * Whoever is still sending may go on for a moment, unread: a connection that is cut at once takes the answer with it,
 * and one that is never cut keeps the server from stopping.
 */
function letGo({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  const cut = setTimeout(() => raw.destroy(), LONGEST_FAREWELL).unref();
  raw.once('close', () => clearTimeout(cut));
  raw.resume();
}
