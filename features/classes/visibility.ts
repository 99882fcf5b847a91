/** Reasons a site hides a class, as in the filter `visible`. Specification: Classes and bundles. */

export const ACCESS_TYPES = ['public', 'private'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];

/** The facts that decide visibility; `active` belongs to the link with the given program, null without one. */
export type Showing = {
  status: number;
  del_flag: number;
  cancel: number;
  viewable: number;
  access_type: AccessType;
  program_id: number | null;
  active: number | null;
};

export type Hiding = keyof typeof HIDINGS;

export const HIDINGS = {
  status: 'Status: inactive',
  del_flag: 'Deleted',
  cancel: 'Cancelled',
  viewable: 'Viewable: off',
  access_type: 'Access: private',
  active: 'Program: not on sale in this program',
} as const;

/** Returns every reason the class is hidden; without a `program` links do not count. */
export function hiddenBy(shown: Showing, program: number | null): Hiding[] {
  const hides: Record<Hiding, boolean> = {
    status: shown.status !== 1,
    del_flag: shown.del_flag !== 0,
    cancel: shown.cancel !== 0,
    viewable: shown.viewable !== 1,
    access_type: shown.access_type !== 'public',
    active: program !== null && shown.program_id !== program && shown.active !== 1,
  };
  return (Object.keys(hides) as Hiding[]).filter((one) => hides[one]);
}
