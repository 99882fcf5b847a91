import type { ReactNode } from 'react';
import { SearchChoice } from '../../../web/ui/chooser/search-choice.tsx';
import { calls } from './calls.ts';

export type FoundClass = { id: number; class_name: string; is_bundle?: boolean };

type ClassSearchProps = {
  value: FoundClass | null;
  onChange: (found: FoundClass | null) => void;
  error?: ReactNode;
};

export function ClassSearch(props: ClassSearchProps) {
  return (
    <SearchChoice<FoundClass>
      {...props}
      label="Class or bundle"
      placeholder="Name or ID"
      required
      searched={calls.classSearch.key()}
      search={async (name) => (await calls.classSearch.call({ name })).classes}
      nameOf={classInWords}
      words={{ ask: 'Type a name or an ID', none: 'No class or bundle matches' }}
    />
  );
}

export function classInWords({ id, class_name, is_bundle = false }: FoundClass): string {
  return `${class_name || 'Class without a name'} · ${is_bundle ? 'bundle · ' : ''}#${id}`;
}
