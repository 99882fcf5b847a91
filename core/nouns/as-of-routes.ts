/** Contract of the route that answers a record as it stood at a moment, for every noun whose versions are kept. */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { moment, namedMoment, pathId } from '../fields.ts';
import { route } from '../route.ts';

/** Ways to write a value: `program` to `image` are ids, beside which a name stands; an `amount` has its currency there. */
export const SETTING_KINDS = [
  'text',
  'number',
  'percent',
  'flag',
  'moment',
  'amount',
  'program',
  'user',
  'category',
  'timezone',
  'image',
] as const;
export type SettingKind = (typeof SETTING_KINDS)[number];

const value = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** Name of today of what an id names, null where the caller may not see it or it names nothing. */
  name: z.string().nullable(),
});
export type SettingValue = z.infer<typeof value>;

const setting = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(SETTING_KINDS),
  earlier: value.nullable(),
  now: value,
  changed: z.boolean(),
});
export type Setting = z.infer<typeof setting>;

/** `known`: the row of then; `part`: what the audit and the last save tell of before versions; `before`: not there yet; `hidden`: a foreign one. */
const AS_OF_STATES = ['known', 'part', 'before', 'hidden'] as const;

export const recordAsOf = z.object({
  at: moment,
  state: z.enum(AS_OF_STATES),
  /** Moment of its first version; where it was not there `before`, that of its making. */
  began_at: moment,
  /** Empty where the state is `before` or `hidden`. */
  settings: z.array(setting),
  /** Secrets, of which is only told whether they have changed since; null where that is not known. */
  secrets: z.array(z.object({ label: z.string(), changed: z.boolean().nullable() })),
});
export type RecordAsOf = z.infer<typeof recordAsOf>;

/** Route of one record; 400 for a moment in the future. */
export function asOfRoute({ access, path, called }: { access: Access; path: string; called: string }) {
  return route(access, {
    method: 'GET',
    path: `${path}/as-of`,
    summary: `The settings of ${called} as they stood at a moment, beside those of today`,
    input: z.strictObject({ id: pathId, at: namedMoment }),
    output: recordAsOf,
  });
}
