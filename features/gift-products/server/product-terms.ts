import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { toMajor, toMinor } from '../../../core/money.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { shownTo } from '../../classes/server/class-noun.ts';
import type { UploadType } from '../../uploads/rules.ts';
import { claimUpload } from '../../uploads/server/uploads.ts';
import { GIFT_PRODUCT_FIELDS, type GiftProductChange } from '../contract.ts';
import type { ProductType } from '../rules.ts';
import type { StoredProduct } from './gift-product-noun.ts';

/** Merges the data into the product, in stored units, and clears fields of other types. 400 at the field, also for a value the type does not have. */
export async function checkedTerms(
  tx: TransactionContext,
  change: GiftProductChange,
  before: StoredProduct | null,
) {
  const type = typeAfter(change, before);
  const given = change.data ?? {};
  const nft_image_id = of(type, 'nft', 'nft_image_id', change.nft_image_id, before?.nft_image_id);
  if (type === 'nft' && nft_image_id === null)
    refuseField('data.nft_image_id', 'Add an image of the digital item');
  const class_id = of(type, 'class', 'data.class_id', given.class_id, before?.class_id);
  if (type === 'class') await checkClass(tx, class_id, before?.class_id ?? null);
  const image_id = (change.image_id === undefined ? before?.image_id : change.image_id) || null;
  await claim(tx, 'image_id', 'product-image', image_id, before);
  await claim(tx, 'nft_image_id', 'lilt-nft', nft_image_id, before);
  return {
    ...columnsOf(GIFT_PRODUCT_FIELDS, change, before),
    type,
    image_id,
    nft_image_id,
    nft_id: of(type, 'nft', 'data.nft_id', given.nft_id, before?.nft_id) ?? '',
    preview: await previewAfter(tx, type, given.preview, before),
    class_id,
    ...moneyAfter(type, given, before),
  };
}

/** Keeps a preview of any type until the type changes. The picture's own path, sent back as it was read, follows the picture. */
async function previewAfter(
  { db }: TransactionContext,
  type: ProductType,
  given: string | null | undefined,
  before: StoredProduct | null,
): Promise<string | null> {
  const kept = before?.preview ?? null;
  const ofOldType = before !== null && before.type !== type;
  if (given === undefined) return ofOldType ? null : kept;
  if (!given || (ofOldType && given === kept)) return null;
  const picture = await db
    .selectFrom('uploads')
    .select('path')
    .where('id', '=', before?.nft_image_id ?? 0)
    .executeTakeFirst();
  return given === picture?.path ? null : given;
}

function typeAfter({ type }: GiftProductChange, before: StoredProduct | null): ProductType {
  if (type === 'discount' && before?.type !== type) {
    refuseField('data.type', 'Products of type discount can no longer be created');
  }
  return type ?? before?.type ?? 'physical';
}

/** A field that only the type `owner` has; null, 0 and the empty text are none. */
function of<Value extends number | string>(
  type: ProductType,
  owner: ProductType,
  field: string,
  given: Value | null | undefined,
  before: Value | null | undefined,
): Value | null {
  if (type === owner) return (given === undefined ? before : given) || null;
  // Sent back as it was read, it is cleared.
  if (given && given !== before)
    refuseField(`data.${field}`, `A product of type ${type} doesn't have this field`);
  return null;
}

function moneyAfter(
  type: ProductType,
  given: NonNullable<GiftProductChange['data']>,
  before: StoredProduct | null,
) {
  const stored = before?.amount && before.currency ? toMajor(before.amount, before.currency) : null;
  const major = of(type, 'money', 'data.amount', given.amount, stored);
  const currency = of(type, 'money', 'data.currency', given.currency, before?.currency);
  if (major === null && currency === null) return { amount: null, currency: null };
  if (currency === null) refuseField('data.data.currency', 'Choose the currency of the amount');
  if (major === null) refuseField('data.data.amount', 'Enter an amount, or clear the currency');
  const amount = toMinor(String(major), currency);
  return amount ? { amount, currency } : refuseField('data.data.amount', `Enter an amount in ${currency}`);
}

/** Skips an unchanged class, which may have been deleted since. */
async function checkClass(
  { db, actor }: TransactionContext,
  class_id: number | null,
  before: number | null,
): Promise<void> {
  const field = 'data.data.class_id';
  if (class_id === null) refuseField(field, 'Choose a class or bundle');
  if (class_id === before) return;
  const { rows } = await sql`
    select from classes c where c.id = ${class_id} and c.del_flag = 0 and ${shownTo(actor)}`.execute(db);
  if (rows.length === 0) refuseField(field, `There is no class or bundle ${class_id}`);
}

async function claim(
  tx: TransactionContext,
  column: 'image_id' | 'nft_image_id',
  type: UploadType,
  id: number | null,
  before: StoredProduct | null,
): Promise<void> {
  if (id === null) return;
  await claimUpload(tx, {
    id,
    types: [type],
    field: `data.${column}`,
    current: before?.[column] ?? null,
  });
}
