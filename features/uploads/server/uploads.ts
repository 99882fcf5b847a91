/** Stored images and the rows that name them. Specification: Uploads. */
import { createHash, randomBytes } from 'node:crypto';
import { mayAccess } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, transact, visibleTo, type Within } from '../../../server/context.ts';
import { IMAGES, STORAGE } from '../../../server/storage.ts';
import { deleteStray, expectFile, keepFile } from '../../../server/strays.ts';
import { ruleOf, type UploadType } from '../rules.ts';
import type { EncodedImage } from './image-encoder.ts';
import { encodeImage } from './images.ts';
import { refuseFile } from './refuse-file.ts';
import { shownName } from './shown-name.ts';

type Sent = { file: File; type: UploadType; class_id: number };

/**
 * Answers the row. 403 without the area of the type; 404 for a class that is not the caller's to see; 413
 * above the type's bytes; 400 and 415 as `encodeImage` says. A refused file leaves nothing; a crash at most
 * one the sweep knows.
 */
export async function storeUpload(context: Context, { file, type, class_id }: Sent) {
  const rule = ruleOf(type);
  if (!mayAccess(context.actor, { area: rule.area })) refuse(403, 'You may not do this');
  await checkClass(context, type, class_id);
  const original_file = shownName(file.name);
  if (file.size > rule.bytes) refuseFile(413, `The file is larger than ${rule.bytes / 1024 / 1024} MB`);
  const bytes = Buffer.from(await file.arrayBuffer());
  const claim = { name: file.name, type: file.type };
  const image = await encodeImage(context.actor.admin_id, { bytes, rule, claim });
  const stored = `${IMAGES}${randomBytes(20).toString('hex')}.${image.ending}`;
  const { database, files } = context.platform;
  await expectFile(database.everything, stored);
  try {
    await files.put(stored, image.bytes);
    return await transact(context, (within) =>
      nameFile(within, stored, { type, class_id, original_file, image }),
    );
  } catch (error) {
    // Where this fails as well, the sweep does it.
    await deleteStray(context, stored).catch(() => {});
    throw error;
  }
}

/**
 * Checks that an image may be shown by a row of the caller's, and keeps the sweep away from it until the transaction
 * ends; the foreign key of the row does so from then on. `current` is what the row shows already and may keep. 400 at
 * `field` where there is no such image, it is of another type, or another program's staff have sent it.
 */
export async function claimUpload(
  { db, actor }: Within,
  {
    id,
    types,
    field,
    current = null,
  }: {
    id: number;
    types: readonly UploadType[];
    field: string;
    current?: number | null;
  },
): Promise<void> {
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('type', 'in', types)
    .$if(id !== current, (query) => query.where(visibleTo(actor, 'uploads.program_id')))
    .forKeyShare()
    .executeTakeFirst();
  if (!found) refuseField(field, 'There is no such image');
}

async function checkClass({ db, actor }: Context, type: UploadType, class_id: number): Promise<void> {
  if (class_id === 0) return;
  if (type !== 'class-image') refuseField('class_id', 'Only the image of a class names one');
  const known = await db
    .selectFrom('classes')
    .select('id')
    .where('id', '=', class_id)
    .where(visibleTo(actor, 'classes.program_id'))
    .executeTakeFirst();
  if (!known) notFound();
}

async function nameFile(
  within: Within,
  stored: string,
  {
    image,
    class_id,
    ...named
  }: { type: UploadType; class_id: number; original_file: string; image: EncodedImage },
) {
  await keepFile(within, stored);
  const { actor, db } = within;
  const { bytes, width, height } = image;
  const about = {
    ...named,
    path: `${STORAGE}${stored}`,
    bytes: bytes.length,
    width,
    height,
    class_id: class_id || null,
  };
  const { id } = await db
    .insertInto('uploads')
    .values({
      ...about,
      sha256: createHash('sha256').update(bytes).digest(),
      uploaded_by: actor.admin_id,
      program_id: actor.program_id || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(within, {
    entity: 'upload',
    entity_id: id,
    action: 'create',
    program_id: actor.program_id,
    after: about,
  });
  return { id, path: about.path, original_file: about.original_file };
}
