import { useQuery } from '@tanstack/react-query';
import { siteUsersContract } from '../../features/users/contract.ts';
import { apiOf } from '../api.ts';

const api = apiOf({ siteUsers: siteUsersContract });

export function TimezoneName({ id }: { id: number }) {
  const name = useTimezones().data?.timezones.find((zone) => zone.id === id)?.name;
  return name ? zoneName(name) : `Timezone ${id}`;
}

export function useTimezones() {
  return useQuery(api.siteUsers.timezones.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }));
}

/** Formats a zone: "America/New York". */
export function zoneName(name: string, space = ' '): string {
  return name.replaceAll('_', space);
}
