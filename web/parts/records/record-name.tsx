import { TwoLines } from '../../ui/table/clamped.tsx';
import { RecordLink } from './record-link.tsx';
import type { RecordNoun } from './record-pages.ts';

type RecordNameProps = { noun: RecordNoun; id: number | null; name: string };

/** The name of a record in a cell, cut to two lines, as the link to its page. */
export function RecordName({ noun, id, name }: RecordNameProps) {
  const link = (
    <RecordLink noun={noun} id={id}>
      {name}
    </RecordLink>
  );
  return <TwoLines first={link} title={name} />;
}
