/** Saved filters of lists. Specification: Lists. */
import { z } from 'zod';
import { flag, moment, pathId, text, trimmedText, updatedAt } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { FOUND, type FoundScreen } from '../nouns.ts';

/** Lists without a record that the search finds in them. */
const FURTHER_LISTS = [
  '/audit',
  '/bundles',
  '/email/rules',
  '/membership-payouts',
  '/payouts',
  '/reports/class-detail',
  '/translations/outdated',
  '/users/data-requests',
] as const;
/** Found by the search, and no list. */
const EDITOR = '/email/templates';
export type ListScreen =
  | Exclude<FoundScreen, `${string}:${string}` | typeof EDITOR>
  | (typeof FURTHER_LISTS)[number];

/** The paths of lists that can be saved, in their order; a test compares them with the screens. */
export const LIST_SCREENS = [...FOUND.map((found) => found.screen), ...FURTHER_LISTS]
  .filter((path) => !path.includes(':') && path !== EDITOR)
  .toSorted() as [ListScreen, ...ListScreen[]];
const screen = z.enum(LIST_SCREENS, 'Choose a list that exists');
const name = trimmedText(80).min(1, 'Enter a name');
/** The query string without its `?`. */
const search = text(2000).regex(/^[!-~]*$/, 'must be a part of an address');

const view = z.object({
  id: z.int(),
  screen: z.string(),
  name: z.string(),
  search: z.string(),
  shared: z.boolean(),
  made_by: z.string(),
  mine: z.boolean(),
  may_edit: z.boolean(),
  updated_at: moment,
});
export type SavedView = z.infer<typeof view>;

export const newView = z.strictObject({
  screen,
  name,
  search: search.optional().default(''),
  shared: flag.optional().default(false),
});
export type NewView = z.output<typeof newView>;

export const viewChange = z.strictObject({ name, search, shared: flag, updated_at: updatedAt }).partial();
export type ViewChange = z.output<typeof viewChange>;

export const savedViewsContract = {
  views: route('signed_in', {
    method: 'GET',
    path: 'views',
    summary: 'The views of a list: the caller’s own and those shared in the program',
    input: z.strictObject({ screen }),
    output: z.object({ views: z.array(view) }),
  }),
  createView: route('signed_in', {
    method: 'POST',
    path: 'view',
    summary: 'Save the filters and sorting of a list under a name',
    input: z.strictObject({ data: newView }),
    output: z.object({ view }),
    idempotent: true,
  }),
  updateView: route('signed_in', {
    method: 'PATCH',
    path: 'view/{id}',
    summary: 'Rename or share a view: its owner, or a programadmin for a shared view',
    input: z.strictObject({ id: pathId, data: viewChange }),
    output: z.object({ view }),
  }),
  deleteView: route('signed_in', {
    method: 'DELETE',
    path: 'view/{id}',
    summary: 'Remove a view: its owner, or a programadmin for a shared view',
    input: z.strictObject({ id: pathId }),
    output: z.object({}),
  }),
};
