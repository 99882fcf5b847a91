import { Avatar } from '@mantine/core';
import { IconEyeOff, IconMailOff, IconTrash } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { imageSource } from '../../../web/parts/images/image-source.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { zoneName } from '../../../web/parts/timezone-name.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { isActive, USER_TYPE_NAMES } from '../rules.ts';
import type { SiteUserRow } from '../user-schemas.ts';
import { nameOf } from './calls.ts';
import classes from './user-columns.module.css';

/** Keeps each part of a zone on one line. */
const NO_BREAK = '\u00a0';

export const USER_COLUMNS: Column<SiteUserRow>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 5, cell: ({ id }) => id },
  { key: 'name', header: 'Name', rowHeader: true, cell: (user) => <Name user={user} /> },
  {
    key: 'email',
    header: 'Email',
    priority: 6,
    cell: ({ email }) => (
      <span className={classes.email}>
        <Broken at={/(?=@)/}>{email}</Broken>
      </span>
    ),
  },
  {
    key: 'user_type',
    header: 'Type',
    narrow: true,
    priority: 4,
    cell: ({ user_type }) => USER_TYPE_NAMES[user_type],
  },
  { key: 'del_status', header: 'Deleted', narrow: true, priority: 2, cell: (user) => yesNo(user.del_status) },
  {
    key: 'status',
    header: 'Status',
    narrow: true,
    priority: 3,
    cell: (user) => <UserPill user={user} />,
  },
  { key: 'approved', header: 'Approved', narrow: true, priority: 2, cell: (user) => yesNo(user.approved) },
  { key: 'viewable', header: 'Viewable', narrow: true, priority: 2, cell: (user) => yesNo(user.viewable) },
  {
    key: 'membership',
    header: 'Membership',
    narrow: true,
    priority: 3,
    cell: (user) => yesNo(user.membership),
  },
  {
    key: 'program',
    header: 'Program',
    priority: 4,
    cell: ({ program, site_program }) =>
      program ?? (site_program === null ? 'None' : `Program ${site_program}`),
  },
  {
    key: 'site_address',
    header: 'Address',
    priority: 0,
    cell: ({ site_address }) => site_address && <bdi>{site_address}</bdi>,
  },
  {
    key: 'timezone',
    header: 'Timezone',
    priority: 1,
    cell: ({ timezone_name }) => (
      <span className={classes.zone}>
        <Broken at={/(?<=\/)/}>{zoneName(timezone_name, NO_BREAK)}</Broken>
      </span>
    ),
  },
];

export function UserPill({ user }: { user: Pick<SiteUserRow, 'status' | 'del_status'> }) {
  // A status that is stored says nothing of an account that has ended.
  if (user.del_status === 1) return <StatusPill status="archived">Deleted</StatusPill>;
  return (
    <StatusPill status={isActive(user) ? 'live' : 'off'}>{isActive(user) ? 'Active' : 'Inactive'}</StatusPill>
  );
}

function Name({ user }: { user: SiteUserRow }) {
  const name = nameOf(user);
  const { instructor_image, del_status, viewable, bounced_at } = user;
  return (
    <span className={classes.person} data-deleted={del_status === 1 || undefined}>
      <Avatar
        size={28}
        src={instructor_image && imageSource(instructor_image.path)}
        alt=""
        imageProps={{ loading: 'lazy', decoding: 'async' }}
        name={name}
        aria-hidden
      />
      <span className={classes.words}>
        <bdi className={classes.name} data-clamped title={name}>
          <RecordLink noun="user" id={user.id}>
            {name}
          </RecordLink>
        </bdi>
        {del_status === 1 && (
          <Mark icon={<IconTrash size={12} aria-hidden />} kind="deleted">
            Deleted
          </Mark>
        )}
        {viewable === 0 && (
          <Mark icon={<IconEyeOff size={12} aria-hidden />} kind="hidden">
            Not viewable
          </Mark>
        )}
        {bounced_at !== null && (
          <Mark icon={<IconMailOff size={12} aria-hidden />} kind="bounced">
            Bounced
          </Mark>
        )}
      </span>
    </span>
  );
}

type MarkProps = { icon: ReactNode; kind: 'deleted' | 'hidden' | 'bounced'; children: string };

function Mark({ icon, kind, children }: MarkProps) {
  return (
    <span className={classes.mark} data-kind={kind}>
      {icon} {children}
    </span>
  );
}

/** Allows line breaks only at these places. */
function Broken({ at, children }: { at: RegExp; children: string }) {
  return children.split(at).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function yesNo(flag: 0 | 1): string {
  return flag === 1 ? 'Yes' : 'No';
}
