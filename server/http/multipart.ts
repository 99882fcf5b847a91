/** Calls with a file, measured as it arrives: oRPC would buffer it before authentication. */
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayAccess } from '../../core/access.ts';
import { Refusal, refuse } from '../../core/errors.ts';
import type { RouteMeta, SiteRouteMeta } from '../../core/route.ts';
import { forms, siteForms } from '../app.ts';
import { asSystem, NOBODY } from '../context.ts';
import type { FormLimits } from '../feature.ts';
import { forgetUnkept, StoredFile, storeFile } from '../files/stored-file.ts';
import { recordDeniedCall } from '../nouns/denials.ts';
import type { Platform } from '../platform.ts';
import type { Site } from '../sites/site-caller.ts';
import { limiterByKey } from '../work/limiter.ts';
import { errorAnswer } from './error-answers.ts';
import { authenticate } from './session.ts';
import { unlessSlow } from './slow-senders.ts';

/**
 * Forms received at once: about 200 MB with images of the largest size. At most two per admin, so that a slow
 * sender blocks nobody; waiting forms stay unread, and slow senders are cut while others wait.
 */
const FORMS = { atOnce: 8, perKey: 2, waiting: 64, waitingPerKey: 16 };

/** Milliseconds for a refused sender to read the answer. */
const REFUSAL_READ_MS = 3_000;

/** Bytes of a form besides its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

type Form = FormLimits & {
  route: string;
  /** Access of staff and sites alike, as the call declares it. */
  meta: RouteMeta | SiteRouteMeta;
};

export const FORM_CALLS: ReadonlyMap<string, Form> = new Map(
  [...forms, ...siteForms].map(({ route, procedure, limits }) => {
    const declared = procedure['~orpc'];
    return [declared.route.path ?? '', { route, meta: declared.meta as Form['meta'], ...limits }];
  }),
);

/** Answer of a call as of other calls of its API; a site's is admitted by its key before anything of it is read. */
export type FormAnswer = {
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  siteOf?: (request: FastifyRequest) => Site | undefined;
};

export async function mountMultipart(
  app: FastifyInstance,
  platform: Platform,
  answers: ReadonlyMap<string, FormAnswer>,
): Promise<void> {
  const receiving = limiterByKey<string>(FORMS);
  await app.register(async (scope) => {
    // A path in the name is there to be refused, not to be cut off.
    await scope.register(fastifyMultipart, { preservePath: true });
    for (const [address, answer] of answers) {
      const form = FORM_CALLS.get(address);
      const { onRequest } = answer;
      if (form)
        scope.post(
          address,
          { config: { boundsForms: true }, ...(onRequest && { onRequest }) },
          (request, reply) => receive({ platform, receiving, form, answer }, request, reply),
        );
    }
  });
}

type Receiving = ReturnType<typeof limiterByKey<string>>;
type Receiver = { platform: Platform; receiving: Receiving; form: Form; answer: FormAnswer };

async function receive(receiver: Receiver, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { platform, receiving, form } = receiver;
  const answer = receiver.answer.handler;
  // Anything else is refused field by field, as any body that lacks the fields is.
  if (!request.isMultipart()) return answer(request, reply);
  try {
    const who = await admit(request, receiver);
    if (who === null) {
      letGo(request);
      return await answer(request, reply);
    }
    const sent = await receiving(who, async () => {
      const sent = await arrived(request, receiving.isWanted, receiver);
      if (form.folder) return sent;
      // In memory: its place is not free before it has been worked with.
      request.body = sent;
      await answer(request, reply);
      return null;
    });
    if (sent === null) return reply;
    request.body = sent;
    try {
      return await answer(request, reply);
    } finally {
      await forget(sent, platform);
    }
  } catch (error) {
    const { authorization } = request.headers;
    const call = { platform, address: request.ip, request_id: request.id, headers: { authorization } };
    recordDeniedCall(call, NOBODY, form.route, error);
    return refused(error, request, reply, platform);
  }
}

/** Authenticates before the body is read, and answers whose turn it takes; null where the call itself will refuse. */
async function admit(request: FastifyRequest, { platform, form, answer }: Receiver): Promise<string | null> {
  const { headers } = request;
  const { meta } = form;
  const site = answer.siteOf?.(request);
  const who = site ? `site ${site.program_id}` : await staffOf(headers.authorization, platform, meta);
  if (
    who !== null &&
    Number(headers['content-length'] ?? 0) > form.largest + FORM_OVERHEAD_BYTES + form.field
  )
    refuseSize(form);
  return who;
}

async function staffOf(
  authorization: string | undefined,
  { database, tokenKey }: Platform,
  meta: Form['meta'],
): Promise<string | null> {
  const known = await authenticate(database.everything, tokenKey, authorization);
  if (!known) refuse(401, 'Sign in to continue');
  if (known.needs_factor) return null;
  return 'access' in meta && mayAccess(known.actor, meta.access) ? `admin ${known.actor.admin_id}` : null;
}

async function arrived(
  request: FastifyRequest,
  isWanted: () => boolean,
  { platform, form }: Receiver,
): Promise<FormData> {
  // Whoever left while waiting will send nothing more, and nobody would say so.
  if (request.raw.destroyed) refuse(400, 'The form was not sent completely');
  const late = setTimeout(() => request.raw.destroy(), form.longest);
  const sent = new FormData();
  try {
    await unlessSlow(request.raw.socket, isWanted, readForm(request, sent, { platform, form }));
    return sent;
  } catch (error) {
    await forget(sent, platform);
    if (error instanceof Refusal || error instanceof NotStored) throw error;
    refuse(400, 'The form is damaged or has more than one file', {
      errors: [{ path: 'file', message: 'must be sent as a form with one file' }],
    });
  } finally {
    clearTimeout(late);
  }
}

class NotStored extends Error {}

async function readForm(
  request: FastifyRequest,
  sent: FormData,
  { platform, form }: Pick<Receiver, 'platform' | 'form'>,
): Promise<void> {
  const limits = {
    files: 1,
    fileSize: form.largest + FORM_OVERHEAD_BYTES,
    fields: 8,
    fieldSize: form.field,
    parts: 9,
    headerPairs: 20,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') sent.append(part.fieldname, String(part.value));
    else {
      const name = part.filename ?? '';
      const bytes = tx(part.file, form);
      const file = form.folder
        ? await stored(platform, form.folder, name, bytes)
        : new File([(await whole(bytes)) as Uint8Array<ArrayBuffer>], name, { type: part.mimetype });
      sent.append(part.fieldname, file);
    }
  }
}

/** Stops at the limit, where the plugin would read a too long file to its end. */
async function* tx(file: AsyncIterable<Buffer>, form: Form): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > form.largest) refuseSize(form);
    yield chunk;
  }
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function stored(platform: Platform, folder: string, name: string, bytes: AsyncIterable<Buffer>) {
  let ofSender: unknown;
  const told = async function* () {
    try {
      yield* bytes;
    } catch (error) {
      ofSender = error;
      throw error;
    }
  };
  try {
    return await storeFile({ platform }, folder, { name, bytes: told() });
  } catch (error) {
    if (ofSender !== undefined) throw ofSender as Error;
    throw new NotStored('a file that arrived could not be stored', { cause: error });
  }
}

async function forget(sent: FormData, platform: Platform): Promise<void> {
  for (const file of sent.values())
    if (file instanceof StoredFile) await forgetUnkept(asSystem(platform, 'forms'), file);
}

function refuseSize({ largest }: Form): never {
  const message = `The file is larger than ${largest / 1024 / 1024} MB`;
  refuse(413, message, { errors: [{ path: 'file', message }] });
}

function refused(error: unknown, request: FastifyRequest, reply: FastifyReply, platform: Platform) {
  const { status, body } = errorAnswer(error, { request_id: request.id, platform });
  letGo(request);
  if (body.retry_after) reply.header('retry-after', body.retry_after);
  return reply.code(status).send(body);
}

/** Lets a sender go on briefly, unread: an immediate cut would lose the answer, none at all would block the shutdown. */
function letGo({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  const cut = setTimeout(() => raw.destroy(), REFUSAL_READ_MS).unref();
  raw.once('close', () => clearTimeout(cut));
  raw.resume();
}
