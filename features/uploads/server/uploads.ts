import { createHash } from 'node:crypto';
import { mayAccess } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { keepFile } from '../../../server/files/orphaned-files.ts';
import { STORAGE } from '../../../server/http/storage.ts';
import { creating, tableRecord } from '../../../server/nouns/creating.ts';
import { CENTRE, ruleOf, type UploadType } from '../rules.ts';
import { cropImage, encodeImage } from './images.ts';
import { refuseFile } from './refuse-file.ts';
import { shownName } from './shown-name.ts';
import { type StoredFile, storing } from './storing.ts';

type Sent = { file: File; type: UploadType; class_id: number };

/**
 * Stores an image and returns its row; a cropped type keeps its original too. Throws a 403 without the area
 * of the type, a 404 for a class hidden from the caller, a 413 above the type's bytes, a 400 or 415 as
 * `encodeImage` does. A refused file leaves nothing; a crash at most files known to the sweep.
 */
export async function storeUpload(context: Context, { file, type, class_id }: Sent) {
  const rule = ruleOf(type);
  if (!mayAccess(context.actor, { area: rule.area })) refuse(403, 'You may not do this');
  await checkClass(context, type, class_id);
  const original_file = shownName(file.name);
  if (file.size > rule.bytes) refuseFile(413, `The file is larger than ${rule.bytes / 1024 / 1024} MB`);
  const bytes = Buffer.from(await file.arrayBuffer());
  const claim = { name: file.name, type: file.type };
  const { actor, site } = context;
  // The turns of decoding: those of an admin, or of a program's site.
  const whose = site ? -site.program_id : actor.admin_id;
  const whole = await encodeImage(whose, { bytes, rule, claim });
  const { crop } = rule;
  const cut = crop ? [await cropImage(whose, { kept: whole.bytes, crop, focal: CENTRE })] : [];
  return storing(context, [whole, ...cut], (files) =>
    transact(context, async (tx) => {
      let answer = { id: 0, path: '', original_file };
      for (const file of files)
        answer = await nameFile(tx, file, {
          type,
          class_id,
          original_file,
          original_id: answer.id || null,
        });
      return answer;
    }),
  );
}

/**
 * Checks that a row of the caller's may show an image, and protects it from the sweep until the transaction
 * ends, when the row's foreign key takes over. `current` is the row's present image and allowed. Throws a 400
 * at `field` for an image that is missing, of another type, or sent by another program's staff.
 */
export async function claimUpload(
  { db, actor, site }: TransactionContext,
  {
    id,
    types,
    field,
    current = null,
  }: {
    id: number;
    types: readonly UploadType[];
    field: string;
    current?: number | readonly number[] | null;
  },
): Promise<void> {
  const shown = typeof current === 'number' ? [current] : (current ?? []);
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('type', 'in', types)
    .$if(!shown.includes(id), (query) => query.where(visibleTo(actor, 'uploads.program_id')))
    .$if(site !== undefined && !shown.includes(id), (query) =>
      query.where('program_id', '=', site?.program_id ?? 0),
    )
    .forKeyShare()
    .executeTakeFirst();
  if (!found) refuseField(field, 'There is no such image');
}

async function checkClass({ db, actor }: Context, type: UploadType, class_id: number): Promise<void> {
  if (class_id === 0) return;
  if (type !== 'class-image') refuseField('class_id', 'Only a class image can have a class_id');
  const known = await db
    .selectFrom('classes')
    .select('id')
    .where('id', '=', class_id)
    .where(visibleTo(actor, 'classes.program_id'))
    .executeTakeFirst();
  if (!known) notFound();
}

const UPLOAD = tableRecord('upload', 'uploads');

/** Enters a stored file as an upload of the caller's; one that was cut from another names that. */
export async function nameFile(
  tx: TransactionContext,
  { stored, image }: StoredFile,
  {
    class_id = 0,
    original_id = null,
    ...named
  }: { type: UploadType; original_file: string; class_id?: number; original_id?: number | null },
) {
  await keepFile(tx, stored);
  const { bytes, width, height } = image;
  const about = {
    ...named,
    path: `${STORAGE}${stored}`,
    bytes: bytes.length,
    width,
    height,
    class_id: class_id || null,
    ...(original_id !== null && { original_id }),
  };
  const { admin_id } = tx.actor;
  const { program_id } = tx.site ?? tx.actor;
  const sha256 = createHash('sha256').update(bytes).digest();
  const values = { ...about, sha256, uploaded_by: admin_id || null, program_id: program_id || null };
  const { id } = await creating(tx, UPLOAD, values, () => ({ after: about, program_id }));
  return { id, path: about.path, original_file: about.original_file };
}
