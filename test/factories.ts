/** Rows for tests and for the demo data: valid by default, named only where it matters. */
import type { Insertable } from 'kysely';
import type { Permission } from '../core/access.ts';
import type { Db } from '../server/db/client.ts';
import type {
  Admins,
  Charges,
  Classes,
  ClassSessions,
  ClassUsers,
  GiftProducts,
  GiftPurchases,
  Programs,
  SiteCategories,
  SiteKeys,
  SiteUsers,
  Uploads,
} from '../server/db/types.ts';
import { hashOfSecret } from '../server/keys.ts';

let made = 0;

export function makeProgram(db: Db, values: Partial<Insertable<Programs>> = {}) {
  made += 1;
  return db
    .insertInto('programs')
    .values(programValues(made, { program_tag: `program-${process.pid}-${made}`, ...values }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A key by which the site of a program calls, with both rights unless told; answers it in the clear. */
export async function makeSiteKey(
  db: Db,
  program_id: number,
  values: Partial<Insertable<SiteKeys>> = {},
): Promise<{ id: number; site_key: string }> {
  const site_key = `site-key-${crypto.randomUUID()}`;
  const { id } = await db
    .insertInto('site_keys')
    .values({
      program_id,
      name: 'Site key',
      rights: ['read', 'write'],
      key_hash: hashOfSecret(site_key),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, site_key };
}

/** Of every admin of a test: what odd requests send for a password as well. */
export const ADMIN_PASSWORD = 'a password';

/** Its hash, as cheap to compare as Argon2 allows. */
const ADMIN_PASSWORD_HASH =
  '$argon2id$v=19$m=1024,t=1,p=1$KV0+nHGaBeB/LXnySfM3NQ$uSNv687+llWPvZcV6UKMZb1QyWEYNmfAKKFVkPQnsEo';

/** An admin user, global by default. */
export function makeAdmin(
  db: Db,
  { permissions, ...values }: Partial<Insertable<Admins>> & { permissions: Permission[] },
) {
  made += 1;
  return db
    .insertInto('admins')
    .values({
      email: `admin-${process.pid}-${made}@example.com`,
      password_hash: ADMIN_PASSWORD_HASH,
      permissions,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An admin whom nobody has changed for long enough to approve what others ask for; only the owner of the database may say so. */
export function makeSettledAdmin(owner: Db, values: Parameters<typeof makeAdmin>[1]) {
  return makeAdmin(owner, { ...values, access_changed_at: null, email_changed_at: null });
}

/** A person of a program site, a student by default. */
export function makeSiteUser(db: Db, values: Partial<Insertable<SiteUsers>> = {}) {
  made += 1;
  return db
    .insertInto('site_users')
    .values(siteUserValues(made, values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function makeInstructor(db: Db, values: Partial<Insertable<SiteUsers>> = {}) {
  return makeSiteUser(db, { user_type: 'I', ...values });
}

/** A class at 49.99 USD, in no program unless one is given. */
export function makeClass(db: Db, values: Partial<Insertable<Classes>> & { instructor_id: number }) {
  made += 1;
  return db.insertInto('classes').values(classValues(made, values)).returningAll().executeTakeFirstOrThrow();
}

/** An enrolment that stands, unless it says otherwise. */
/** A category of the global site unless a program is named, assigned to `programs` as well. */
export async function makeCategory(
  db: Db,
  { programs = [], ...values }: Partial<Insertable<SiteCategories>> & { programs?: readonly number[] },
) {
  made += 1;
  const category = await db
    .insertInto('site_categories')
    .values({ category_name: `Category ${made}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const program_id of programs)
    await db.insertInto('site_category_programs').values({ category_id: category.id, program_id }).execute();
  return category;
}

export function makeEnrolment(db: Db, values: Insertable<ClassUsers>) {
  return db.insertInto('class_users').values(values).returningAll().executeTakeFirstOrThrow();
}

/** An hour of a class in January 2026. */
export function makeSession(db: Db, values: Partial<Insertable<ClassSessions>> & { class_id: number }) {
  const hour = { start_at: '2026-01-10T10:00:00Z', end_at: '2026-01-10T11:00:00Z' };
  return db
    .insertInto('class_sessions')
    .values({ ...hour, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An image as it was sent, of a class and 2000 by 1000 pixels unless told; its file is not in the store. */
export async function makeUpload(db: Db, values: Partial<Insertable<Uploads>> = {}) {
  const name = crypto.randomUUID().replaceAll('-', '');
  const { id: uploaded_by } = await makeAdmin(db, { permissions: ['superadmin'] });
  return db
    .insertInto('uploads')
    .values({
      type: 'class-image',
      path: `/storage/images/${name}.jpg`,
      original_file: 'picture.jpg',
      bytes: 1000,
      width: 2000,
      height: 1000,
      sha256: Buffer.alloc(32),
      uploaded_by,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A parcel that any program may be given, unless it says otherwise. */
export function makeProduct(db: Db, values: Partial<Insertable<GiftProducts>> = {}) {
  made += 1;
  return db
    .insertInto('gift_products')
    .values({ name: `Product ${made}`, type: 'physical', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What somebody has got for nothing, of a new product unless one is named. */
export async function makePurchase(db: Db, values: Partial<Insertable<GiftPurchases>> & { user_id: number }) {
  const product_id = values.product_id ?? (await makeProduct(db)).id;
  return db
    .insertInto('gift_purchases')
    .values({ type: 'regular', ...values, product_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Where a parcel finds somebody, as the site keeps it. */
export const DELIVERY = JSON.stringify({
  name: 'Ada Lovelace',
  street: '12 St James’s Square',
  address: 'Flat 3',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  phone: '+1 555 0100',
  notes: 'Ring twice',
  country: 'USA',
  country_id: 'us',
});

export function programValues<Values extends Partial<Insertable<Programs>>>(number: number, values: Values) {
  return {
    program_tag: `program-${number}`,
    program_display_name: `Program ${number}`,
    support_email: `support-${number}@example.com`,
    ...values,
  };
}

/** The values of an admin user whom no password lets in. */
export function adminValues<
  Values extends Partial<Insertable<Admins>> & { email: string; permissions: Permission[] },
>(values: Values) {
  return { password_hash: '!', ...values };
}

export function siteUserValues<Values extends Partial<Insertable<SiteUsers>>>(
  number: number,
  values: Values,
) {
  return { first_name: 'Ada', last_name: `Number ${number}`, email: `user-${number}@example.org`, ...values };
}

/** Without a figure in its name: a search for an id would find it. */
export function classValues<Values extends Partial<Insertable<Classes>>>(number: number, values: Values) {
  const letters = String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return { class_name: `Class ${letters}`, class_price: 4999, ...values };
}

/** The values of a charge at 49.99 USD that nothing has divided yet. */
export function chargeValues<Values extends Partial<Insertable<Charges>> & { class_id: number }>(
  values: Values,
) {
  return { amount: 4999, currency: 'USD', ...values };
}
