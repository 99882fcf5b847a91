import type { ReactNode } from 'react';
import { siteUsersContract } from '../../features/users/contract.ts';
import { apiOf } from '../api.ts';
import { useSearchScope } from '../program/use-search-scope.tsx';
import { SearchChoice } from '../ui/chooser/search-choice.tsx';

const api = apiOf({ siteUsers: siteUsersContract });

export type FoundUser = { id: number; full_string: string };

type UserSearchProps = {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: FoundUser | null;
  onChange: (user: FoundUser | null) => void;
  label: string;
  /** True for a label for screen readers only, as in a grid. */
  hideLabel?: boolean;
  /** Program of the users, 0 or null for all that the person may see; undefined for that of the switcher. */
  program_id?: number | null;
  /** Offers only instructors and organisations, who may teach a class. */
  teaches?: boolean;
  error?: ReactNode;
  disabled?: boolean;
  required?: boolean;
};

export function UserSearch({ program_id: asked, teaches: onlyTeachers, ...props }: UserSearchProps) {
  const scope = useSearchScope();
  const program_id = asked === undefined ? scope.program_id : (asked ?? 0);
  const teaches = onlyTeachers ? '1' : '';
  return (
    <SearchChoice<FoundUser>
      {...props}
      description={asked === undefined && !props.disabled ? scope.words : undefined}
      placeholder="Name, email or ID"
      searched={[...api.siteUsers.userSearch.key(), program_id, teaches]}
      search={async (name) => (await api.siteUsers.userSearch.call({ name, program_id, teaches })).users}
      nameOf={({ full_string }) => full_string}
      words={{ ask: 'Type a name, an email or an ID', none: 'No results' }}
    />
  );
}
