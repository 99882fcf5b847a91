/** Prizes and goods of the giveaway store. Specification: Gift products. */
import { z } from 'zod';
import {
  counted,
  id,
  imageId,
  moment,
  pathId,
  programId,
  text,
  textFilter,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { CURRENCIES } from '../../core/money.ts';
import { assignmentRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { ARCHIVED_AT, ARCHIVED_FILTER, archiveRoutes } from '../../core/nouns/archive-routes.ts';
import {
  ACTIVE,
  ASSIGN_TO_ALL,
  AUTO_ASSIGN,
  inputOf,
  newOf,
  optionalText,
  requiredText,
  rowOf,
  translationOf,
} from '../../core/nouns/field-set.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { GIFT_PRODUCTS_NOUNS } from './noun.ts';
import { MAX_NFT_ID, NEW_PRODUCT_TYPES, PRODUCT_TYPE_NAMES, PRODUCT_TYPES } from './rules.ts';

const access = { area: 'store' } as const;
/** The form of an event searches them too. */
const readers = { area: ['store', 'events'] } as const;
const superadmin = { role: 'superadmin' } as const;

export const GIFT_PRODUCT_SORTS = ['id', 'name', 'type', 'active', 'program'] as const;

export const GIFT_PRODUCT_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
  name: { by: 'words', label: 'Product name or ID' },
  ...ARCHIVED_FILTER,
} as const satisfies Filters;

export const GIFT_PRODUCT_FIELDS = {
  name: requiredText('Name', trimmedText(200), 'Enter a name'),
  description: optionalText('Description', text(20_000)),
  active: ACTIVE,
  auto_assign: AUTO_ASSIGN,
};

export const giftProduct = z.object({
  id: z.int(),
  ...rowOf(GIFT_PRODUCT_FIELDS),
  type: z.enum(PRODUCT_TYPES),
  /** 0: a product of the global site. */
  program_id: z.int(),
  /** Null: of the global site, or of a program that the caller may not read. */
  program_display_name: z.string().nullable(),
  image_id: z.int().nullable(),
  image: z.string().nullable(),
  nft_image_id: z.int().nullable(),
  nft_image: z.string().nullable(),
  /** The fields of the product's type; null, and the empty id of a digital item, where unset. */
  data: z.object({
    class_id: z.int().nullable(),
    /** Null also where the caller may not read the class. */
    class_name: z.string().nullable(),
    nft_id: z.string(),
    /** Text of any type of product; without one, the path of a digital item's picture. */
    preview: z.string().nullable(),
    /** Major units. */
    amount: z.number().nullable(),
    currency: z.string().nullable(),
  }),
  prize_of: z.array(z.string()),
  updated_at: moment,
  ...ARCHIVED_AT,
});
export type GiftProduct = z.infer<typeof giftProduct>;

const data = z
  .object({
    class_id: id.nullable(),
    nft_id: trimmedText(MAX_NFT_ID).nullable(),
    preview: trimmedText(2000).nullable(),
    amount: z.number('must be a number').nullable(),
    currency: z.enum(CURRENCIES).nullable(),
  })
  .partial();

const told = { ...GIFT_PRODUCT_FIELDS, ...ASSIGN_TO_ALL };

const terms = {
  program_id: programId,
  image_id: imageId.nullable(),
  nft_image_id: imageId.nullable(),
  data,
  updated_at: updatedAt,
};

export const newGiftProduct = z.object({
  ...newOf(told),
  ...z.object(terms).partial().shape,
  type: z.enum(NEW_PRODUCT_TYPES),
});
export type NewGiftProduct = z.output<typeof newGiftProduct>;

/** Omitted fields stay. `assign_to_all` also assigns it to every program. */
export const giftProductChange = z
  .object({ ...inputOf(told), ...terms, type: z.enum(PRODUCT_TYPES) })
  .partial();
export type GiftProductChange = z.output<typeof giftProductChange>;

const place = { access, path: 'lilt-product/{id}', called: 'a product' };
const programs = assignmentRoutes(place, 'programs');
const assigning = assignmentRoutes({ ...place, access: superadmin }, 'programs');
const { languages } = GIFT_PRODUCTS_NOUNS.gift_product;
const translations = translationRoutes(
  { ...place, access: languages.access },
  translationOf(GIFT_PRODUCT_FIELDS, languages.fields),
);

export const giftProductTranslationInput = translations.given;

const saved = z.object({ product: giftProduct });

const archiving = archiveRoutes({
  access,
  path: GIFT_PRODUCTS_NOUNS.gift_product.archives,
  called: 'a product',
});

export const GIFT_PRODUCT_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  type: ['Type', 'word', PRODUCT_TYPE_NAMES],
  class_id: ['Class ID', 'number'],
  class_name: ['Class', 'text'],
  nft_id: ['NFT', 'text'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  active: ['Active', 'flag', ['On', 'Off']],
  program_id: ['Program', 'program'],
} as const satisfies CsvColumns;

export const giftProductsContract = {
  giftProducts: route(readers, {
    method: 'GET',
    path: 'lilt-products',
    reads: 'replica',
    summary: 'A page of gift products',
    input: z.strictObject(pageInput(GIFT_PRODUCT_FILTERS, GIFT_PRODUCT_SORTS)),
    output: z.object({ products: z.array(giftProduct), ...counted }),
  }),
  giftProductsCsv: csvRoute(readers, {
    path: 'lilt-products',
    summary: 'The gift products of the list',
    filters: filterInput(GIFT_PRODUCT_FILTERS),
  }),
  giftProduct: route(readers, {
    method: 'GET',
    path: 'lilt-product/{id}',
    summary: 'A gift product of the own program, or one assigned to it',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  createGiftProduct: route(access, {
    method: 'POST',
    path: 'lilt-product',
    summary: 'Create a gift product',
    input: z.strictObject({ data: newGiftProduct }),
    output: saved,
    idempotent: true,
  }),
  updateGiftProduct: route(access, {
    method: 'PATCH',
    path: 'lilt-product/{id}',
    summary: 'Change a gift product',
    input: z.strictObject({ id: pathId, data: giftProductChange, typo_only: typoOnly }),
    output: saved,
  }),
  giftProductPrograms: programs.read,
  saveGiftProductPrograms: assigning.save,
  giftProductTranslations: translations.read,
  saveGiftProductTranslations: translations.save,
  classSearch: route(access, {
    method: 'GET',
    path: 'class-search',
    summary: 'At most 20 classes and bundles to give away by name or id, without deleted ones',
    input: z.strictObject({ name: textFilter }),
    output: z.object({
      classes: z.array(z.object({ id: z.int(), class_name: z.string(), is_bundle: z.boolean() })),
    }),
  }),
  duplicateGiftProduct: archiving.duplicate,
  archiveGiftProduct: archiving.archive,
  restoreGiftProduct: archiving.restore,
  archiveGiftProducts: archiving.many,
};
