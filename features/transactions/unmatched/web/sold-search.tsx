import type { ReactNode } from 'react';
import { SearchChoice } from '../../../../web/ui/chooser/search-choice.tsx';
import type { SEARCHED } from '../contract.ts';
import { calls } from './calls.ts';
import { SALE_TYPE_NAMES } from './payment-words.ts';

export type FoundSold = { id: number; name: string };

type SoldSearchProps = {
  type: (typeof SEARCHED)[number];
  /** Program whose site sells it; null while none is chosen. */
  program_id: number | null;
  value: FoundSold | null;
  onChange: (found: FoundSold | null) => void;
  error?: ReactNode;
};

export function SoldSearch({ type, program_id, ...props }: SoldSearchProps) {
  const name = SALE_TYPE_NAMES[type];
  return (
    <SearchChoice<FoundSold>
      {...props}
      label={name}
      placeholder="Name or ID"
      required
      disabled={program_id === null}
      searched={[...calls.soldSearch.key(), program_id, type]}
      search={async (name) => {
        if (program_id === null) return [];
        return (await calls.soldSearch.call({ program_id, type, name })).found;
      }}
      nameOf={soldInWords}
      words={{ ask: 'Type a name or an ID', none: `No ${name.toLowerCase()} of this program matches` }}
    />
  );
}

function soldInWords({ id, name }: FoundSold): string {
  return `${name || 'Without a name'} · #${id}`;
}
