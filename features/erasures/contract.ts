/** Erasure of a person, and all that is held of one. Specification: A person's data. */
import { z } from 'zod';
import { flag as flagField, moment, page, pathId, text } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute, polled, progress } from '../exports/contract.ts';

const superadmin = { role: 'superadmin' } as const;
const path = 'user/{id}/erasure';
const byId = z.strictObject({ id: pathId });
const flag = z.literal([0, 1]);

const ERASURE_STATES = ['proposed', 'running', 'done', 'rejected'] as const;

export const BLOCKERS = ['payout', 'refund_request', 'refund', 'import'] as const;
export type BlockerKind = (typeof BLOCKERS)[number];

const blocker = z.object({ kind: z.enum(BLOCKERS), id: z.int(), words: z.string() });
export type Blocker = z.infer<typeof blocker>;

const erasure = z.object({
  id: z.int(),
  state: z.enum(ERASURE_STATES),
  /** `site`: the person asked through a site; `list`: repeated after a restore. */
  source: z.enum(['hand', 'site', 'list']),
  asked_at: moment,
  asked_by: z.string().nullable(),
  /** 1: the signed-in admin requested it, or had the user in their hands when the user did, and cannot approve it. */
  own: flag,
  /** 1: the signed-in admin's account was made or changed too recently to approve it. */
  too_new: flag,
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
  done_at: moment.nullable(),
});
export type Erasure = z.infer<typeof erasure>;

const dataRequest = z.object({
  asked_at: moment,
  site: z.string(),
  /** 1: the signed-in admin had the user in their hands when the user asked, and decides nothing of it. */
  own: flag,
  too_new: flag,
});
export type DataRequest = z.infer<typeof dataRequest>;

const standing = z.object({
  /** The open or finished one; null where nobody has asked, or the last request was rejected. */
  erasure: erasure.nullable(),
  blockers: z.array(blocker),
  /** The user's wish for all that is held of them, where it waits for a superadmin. */
  data_request: dataRequest.nullable(),
  /** 1: another superadmin has to approve it. */
  needs_approval: flag,
  /** Amounts in major units that were earned and not paid: they stay in the books and can no longer be paid out. */
  unpaid: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export type ErasureStanding = z.infer<typeof standing>;

const waiting = z.object({
  id: z.int(),
  kind: z.enum(['erasure', 'export']),
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  source: erasure.shape.source,
  asked_at: moment,
  asked_by: z.string().nullable(),
  site: z.string().nullable(),
  own: flag,
  too_new: flag,
});
export type PersonalDataRequest = z.infer<typeof waiting>;

export const REQUEST_KINDS = { erasure: 'Erase', export: 'Send all data' } as const;

export const DATA_REQUEST_CSV = {
  id: ['ID', 'number'],
  user_id: ['User ID', 'number'],
  name: ['User', 'text'],
  email: ['Email', 'text'],
  kind: ['Request', 'word', REQUEST_KINDS],
  asked_by: ['Requested by', 'text'],
  site: ['On the site of', 'text'],
  asked_at: ['Waiting since', 'moment'],
} as const satisfies CsvColumns;

export const erasureContract = {
  personalDataRequests: route(superadmin, {
    method: 'GET',
    path: 'personal-data-requests',
    summary: 'A page of requests about personal data that wait for a superadmin, the longest first',
    input: z.strictObject({ page }),
    output: z.object({ requests: z.array(waiting), count: z.int() }),
  }),
  personalDataRequestsCsv: csvRoute(superadmin, {
    path: 'personal-data-requests',
    stepUp: true,
    summary: 'The requests of the list',
    filters: {},
  }),
  closeDataRequest: route(superadmin, {
    method: 'POST',
    path: 'user/{id}/data-request/close',
    summary: "Mark a user's data as sent to them, or reject the request",
    input: z.strictObject({ id: pathId, sent: flagField }),
    output: standing,
  }),
  erasure: route(superadmin, {
    method: 'GET',
    path,
    summary: 'What has to be settled before a user is erased, and how far the erasure is',
    input: byId,
    output: standing,
  }),
  eraseUser: route(superadmin, {
    method: 'POST',
    path,
    stepUp: true,
    summary: 'Erase a user, or ask another superadmin to approve it; names, texts and files go, amounts stay',
    // As it is stored, whether or not it could be entered today.
    input: z.strictObject({ id: pathId, email: text(1000).trim().toLowerCase() }),
    output: standing,
  }),
  approveErasure: route(superadmin, {
    method: 'POST',
    path: `${path}/approve`,
    stepUp: true,
    summary: 'Approve the requested erasure of a user, by another superadmin',
    input: byId,
    output: standing,
  }),
  rejectErasure: route(superadmin, {
    method: 'POST',
    path: `${path}/reject`,
    summary: 'Reject the requested erasure of a user',
    input: byId,
    output: standing,
  }),
  userData: route(superadmin, {
    method: 'GET',
    path: 'user/{id}/data',
    stepUp: true,
    summary: 'All that is held of a user as a ZIP; call again with file_name until it is complete',
    input: z.strictObject({ id: pathId, ...polled }),
    output: progress,
  }),
};
