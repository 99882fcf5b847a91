/** LiL tokens: codes redeemable once for coins. Specification: LiL tokens. */
import { z } from 'zod';
import { COIN } from '../../core/coins.ts';
import {
  counted,
  hasTwoDecimals,
  moment,
  namedMoment,
  pathId,
  trimmedText,
  updatedAt,
  wholeNumber,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { ACTIVE_WORDS } from '../../core/noun.ts';
import { flagField, inputOf, newOf, rowOf } from '../../core/nouns/field-set.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { TOKENS_NOUNS } from './noun.ts';
import { MAX_QUANTITY, TOKENS_ACCESS } from './rules.ts';

export const TOKEN_SORTS = ['id', 'code', 'amount', 'expiry_date', 'status', 'used'] as const;

export const TOKEN_FILTERS = {
  code: { by: 'words', label: 'Code or ID' },
  batch_id: { by: 'id' },
} as const satisfies Filters;

const MAX_AMOUNT = 1_000_000;

/** A day, or a moment reduced to its day in UTC; null and the empty text: never. */
const expiry = z
  .union([
    z.literal('').transform(() => null),
    z.iso.date().refine((day) => day >= '0001', 'must be a day of the calendar'),
    namedMoment.transform((value) => value.slice(0, 10)),
  ])
  .nullable();

// What cannot be seen cannot be typed by whoever redeems it.
const code = trimmedText(200)
  .normalize('NFC')
  .min(1, 'Enter a code')
  .max(64)
  .regex(/^[^\s\p{Cc}\p{Cf}\p{DI}]*$/u, 'must not contain spaces');

const amount = z
  .number('Enter an amount')
  .gt(0, 'must be above 0')
  .max(MAX_AMOUNT, 'must be at most 1,000,000')
  .refine(hasTwoDecimals, 'must have at most two decimals');

export const TOKEN_FIELDS = {
  code: { label: 'Code', input: code, row: z.string() },
  /** Coins, with two decimals. */
  amount: { label: `Amount, ${COIN}`, reads: 'coins' as const, input: amount, row: z.number(), blank: null },
  /** The last day to redeem it, UTC. */
  expiry_date: {
    label: 'Expiry date',
    reads: 'day' as const,
    input: expiry,
    row: z.iso.date().nullable(),
    initial: null,
    blank: '',
  },
  status: { ...flagField('Active', true), reads: 'state' as const, words: ACTIVE_WORDS },
};

const { code: _, ...batchFields } = TOKEN_FIELDS;
export const BATCH_FIELDS = batchFields;

const token = z.object({
  id: z.int(),
  ...rowOf(TOKEN_FIELDS),
  used: z.int(),
  used_by: z.object({ id: z.int(), name: z.string() }).nullable(),
  batch_id: z.int().nullable(),
  updated_at: moment,
});
export type Token = z.infer<typeof token>;

export const newToken = z.object({ ...newOf(TOKEN_FIELDS), updated_at: updatedAt });
export type NewToken = z.output<typeof newToken>;

const quantity = wholeNumber(1, MAX_QUANTITY);

const newTokens = z.object({ quantity, ...newOf(BATCH_FIELDS) });
export type NewTokens = z.output<typeof newTokens>;

export const tokenForm = newToken.extend({ quantity });

const tokenChange = z.object({ ...inputOf(TOKEN_FIELDS), updated_at: updatedAt }).partial();
export type TokenChange = z.output<typeof tokenChange>;

const saved = z.object({ token });

export const TOKEN_CSV = {
  id: ['ID', 'number'],
  code: ['Code', 'text'],
  amount: ['Amount', 'hundredths'],
  expiry_date: ['Expiry date', 'text'],
  status: ['Status', 'flag', ['On', 'Off']],
  used: ['Used', 'flag'],
  'used_by.name': ['Used by', 'text'],
} as const satisfies CsvColumns;

export const tokensContract = {
  tokens: route(TOKENS_ACCESS, {
    method: 'GET',
    path: 'tokens',
    reads: 'replica',
    summary: 'A page of LiL tokens',
    input: z.strictObject(pageInput(TOKEN_FILTERS, TOKEN_SORTS)),
    output: z.object({ tokens: z.array(token), ...counted }),
  }),
  tokensCsv: csvRoute(TOKENS_ACCESS, {
    path: 'tokens',
    stepUp: true,
    summary: 'The tokens of the list',
    filters: filterInput(TOKEN_FILTERS),
  }),
  token: route(TOKENS_ACCESS, {
    method: 'GET',
    path: 'token/{id}',
    summary: 'A LiL token',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  tokenCode: route(TOKENS_ACCESS, {
    method: 'GET',
    path: 'token-code',
    summary: 'An unused code for a new LiL token',
    input: z.strictObject({}).optional(),
    output: z.object({ code: z.string() }),
  }),
  createToken: route(TOKENS_ACCESS, {
    method: 'POST',
    path: 'token',
    stepUp: true,
    summary: 'Create a LiL token',
    input: z.strictObject({ token_data: newToken }),
    output: saved,
    idempotent: true,
  }),
  createTokens: route(TOKENS_ACCESS, {
    method: 'POST',
    path: 'tokens',
    stepUp: true,
    summary: `Create up to ${MAX_QUANTITY} LiL tokens with generated codes`,
    input: z.strictObject({ token_data: newTokens }),
    output: z.object({ batch_id: z.int(), tokens: z.array(token) }),
    idempotent: true,
  }),
  updateToken: route(TOKENS_ACCESS, {
    method: 'PATCH',
    path: 'token/{id}',
    stepUp: true,
    summary: 'Change a LiL token; a used one can only be activated or deactivated',
    input: z.strictObject({ id: pathId, token_data: tokenChange }),
    output: saved,
  }),
  switchTokens: switchRoute({
    access: TOKENS_ACCESS,
    switches: TOKENS_NOUNS.token.switches,
    called: 'LiL tokens',
  }),
};
