import { sql } from 'kysely';
import { refuse } from '../../core/errors.ts';
import { percentOf } from '../../core/money.ts';
import type { SiteCall } from './site-context.ts';

export type Offer = {
  class_id: number;
  instructor_id: number | null;
  home: number | null;
  /** Minor units, the program's discount taken off. */
  price: number;
  currency: string;
};

/** Returns what the site asks for a class or bundle; a 404 `class_id` for one that it does not sell now. */
export async function offerOf({ db, site }: SiteCall, class_id: number): Promise<Offer> {
  const { rows } = await sql<Omit<Offer, 'price'> & { class_price: number; discount_percentage: number }>`
    select s.class_id, s.instructor_id, s.home, c.class_price, c.currency, l.discount_percentage
    from sold_here(array[${class_id}::integer]) s
    join classes c on c.id = s.class_id
    join class_programs l on l.class_id = s.class_id and l.program_id = ${site.program_id}`.execute(db);
  const [row] = rows;
  if (!row) {
    const message = `This site does not sell the class ${class_id}`;
    refuse(404, message, { errors: [{ path: 'class_id', message }] });
  }
  const { class_price, discount_percentage, ...offer } = row;
  return { ...offer, price: percentOf(class_price, 10_000 - discount_percentage * 100) };
}
