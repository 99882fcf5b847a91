/** Rows for tests and for the demo data: valid by default, named only where it matters. */
import type { Insertable } from 'kysely';
import type { Permission } from '../core/access.ts';
import type { Db } from '../server/db/client.ts';
import type { Admins, Classes, Programs, SiteUsers } from '../server/db/types.ts';

let made = 0;

/** A program; its tag is unique by default. */
export function makeProgram(db: Db, values: Partial<Insertable<Programs>> = {}) {
  made += 1;
  return db
    .insertInto('programs')
    .values({
      program_tag: `program-${process.pid}-${made}`,
      program_display_name: `Program ${made}`,
      support_email: `support-${made}@example.com`,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An admin user without a usable password, global by default. */
export function makeAdmin(
  db: Db,
  { permissions, ...values }: Partial<Insertable<Admins>> & { permissions: Permission[] },
) {
  made += 1;
  return db
    .insertInto('admins')
    .values({ email: `admin-${process.pid}-${made}@example.com`, password_hash: '!', permissions, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A person of a program site, a student by default. */
export function makeSiteUser(db: Db, values: Partial<Insertable<SiteUsers>> = {}) {
  made += 1;
  return db
    .insertInto('site_users')
    .values({ first_name: 'Ada', last_name: `Number ${made}`, email: `user-${made}@example.org`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function makeInstructor(db: Db, values: Partial<Insertable<SiteUsers>> = {}) {
  return makeSiteUser(db, { user_type: 'I', ...values });
}

/** A class at 49.99 USD, in its instructor's program unless another is given. */
export function makeClass(db: Db, values: Partial<Insertable<Classes>> & { instructor_id: number }) {
  made += 1;
  return db
    .insertInto('classes')
    .values({ class_name: `Class ${made}`, class_price: 4999, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}
