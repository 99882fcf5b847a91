import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../web/api.ts';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { siteUsersContract } from '../../site-users/contract.ts';
import { USER_TYPE_NAMES, type UserType } from '../../site-users/rules.ts';

const api = apiOf({ siteUsers: siteUsersContract });

type PreviewValueProps = { name: string; value: unknown };

/** What a field of a user would hold, in the words of the list. */
export function PreviewValue({ name, value }: PreviewValueProps) {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'number' && name === 'site_program') return <ProgramName id={value} />;
  if (typeof value === 'number' && name === 'timezone') return <TimezoneName id={value} />;
  if (name === 'user_type') return USER_TYPE_NAMES[value as UserType] ?? String(value as string);
  if (name === 'status') return Number(value) === 0 ? 'Inactive' : 'Active';
  if (name === 'membership') return Number(value) === 0 ? 'No' : 'Yes';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function TimezoneName({ id }: { id: number }) {
  const { data } = useQuery(
    api.siteUsers.timezones.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  return data?.timezones.find((zone) => zone.id === id)?.name ?? `Time zone ${id}`;
}
