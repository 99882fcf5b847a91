import { buffer } from 'node:stream/consumers';
import { refuseField } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { STORAGE } from '../../../server/http/storage.ts';
import { CENTRE, type Focal, ruleOf, type UploadType } from '../rules.ts';
import type { EncodedImage } from './image-encoder.ts';
import { cropImage } from './images.ts';

export type Source = { original_id: number; original_file: string };

/** `image` is null where the upload is the right crop already: of this type, around its middle. */
export type Cut = Source & { image: EncodedImage | null };

/**
 * Cuts an upload of one of `types` to the size of `type` around a point, without storing it. Takes seconds:
 * not to be called within a transaction. Throws a 400 at `field` for an image the caller may not see, or a
 * missing file.
 */
export async function cutUpload(
  { db, actor, platform }: Context,
  {
    id,
    types,
    type,
    focal,
    field,
  }: { id: number; types: readonly UploadType[]; type: UploadType; focal: Focal; field: string },
): Promise<Cut> {
  const found = await db
    .selectFrom('uploads as u')
    .innerJoin('uploads as o', (join) =>
      join.on((on) => on('o.id', '=', on.fn.coalesce('u.original_id', 'u.id'))),
    )
    .select(['u.type', 'u.original_id', 'u.original_file', 'o.id', 'o.path'])
    .where('u.id', '=', id)
    .where('u.type', 'in', types)
    .executeTakeFirst();
  const gone = () => refuseField(field, 'There is no such image');
  const { crop } = ruleOf(type);
  if (!found || !crop) return gone();
  const source = { original_id: found.id, original_file: found.original_file };
  const isCentred = focal.x === CENTRE.x && focal.y === CENTRE.y;
  if (found.type === type && found.original_id !== null && isCentred) return { ...source, image: null };
  const file = await platform.files.get(found.path.slice(STORAGE.length));
  if (!file) return gone();
  return { ...source, image: await cropImage(actor.admin_id, { kept: await buffer(file), crop, focal }) };
}
