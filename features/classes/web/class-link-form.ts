import { discountOf, displayOrderOf } from '../../../core/coercions.ts';
import type { ClassLink } from '../links-contract.ts';

export type LinkFormValues = Omit<
  ClassLink,
  'active' | 'featured' | 'discount_percentage' | 'display_order'
> & {
  active: boolean;
  featured: boolean;
  discount_percentage: number | null;
  display_order: number | null;
};

/** Links by program, so that edits of different programs do not conflict; undefined is removed. */
export type LinkValues = { [key: string]: LinkFormValues | string | undefined; updated_at?: string };

type Programs = { programs: readonly ClassLink[]; updated_at: string };

export function valuesOfLinks({ programs, updated_at }: Programs): LinkValues {
  const links: LinkValues = {};
  for (const link of programs)
    links[keyOf(link.program_id)] = { ...link, active: link.active === 1, featured: link.featured === 'y' };
  return { ...links, updated_at };
}

/** Returns only what differs from `read`, so that changes of others are kept. */
export function bodyOfLinks({ updated_at, ...links }: LinkValues, read: LinkValues) {
  const programs = Object.entries(links).flatMap(([key, link]) => {
    if (!isLink(link)) return [];
    const known = read[key];
    const before: Partial<Sent> = isLink(known) ? fieldsOf(known) : {};
    const changed = Object.entries(fieldsOf(link)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Sent]),
    );
    return { program_id: link.program_id, ...(Object.fromEntries(changed) as Partial<Sent>) };
  });
  return { programs, updated_at };
}

export function newLink(program_id: number, program_display_name: string): [string, LinkFormValues] {
  const blank = {
    home: false,
    active: true,
    discount_percentage: 0,
    featured: false,
    display_order: 0,
    tags: [],
  };
  return [keyOf(program_id), { program_id, program_display_name, ...blank }];
}

export function programOf(key: string): number {
  return Number(key.replace(/^\D+/, ''));
}

function keyOf(program_id: number): string {
  return `program_${program_id}`;
}

type Sent = ReturnType<typeof fieldsOf>;

function isLink(link: LinkValues[string]): link is LinkFormValues {
  return typeof link === 'object';
}

function fieldsOf({ active, discount_percentage, featured, display_order, tags }: LinkFormValues) {
  return {
    active,
    discount_percentage: discountOf(discount_percentage),
    featured: featured ? 'y' : 'n',
    display_order: displayOrderOf(display_order),
    tags,
  };
}
