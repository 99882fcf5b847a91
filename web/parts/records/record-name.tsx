import { TwoLines } from '../../ui/table/clamped.tsx';
import { RecordLink } from './record-link.tsx';
import type { RecordNoun } from './record-pages.ts';

type RecordNameProps = { noun: RecordNoun; id: number | null; name: string };

export function RecordName({ noun, id, name }: RecordNameProps) {
  const link = (
    <RecordLink noun={noun} id={id}>
      {name}
    </RecordLink>
  );
  return <TwoLines first={link} title={name} />;
}
