import { imageSource } from '../../../web/parts/images/image-source.ts';
import { ActivePill } from '../../../web/ui/status-pill.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Banner } from '../contract.ts';
import classes from './banner-columns.module.css';

export const COLUMNS: Column<Banner>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  { key: 'title', header: 'Title', rowHeader: true, cell: (banner) => <BannerTitle banner={banner} /> },
  {
    key: 'active',
    header: 'Active',
    narrow: true,
    priority: 2,
    cell: ({ active, archived_at }) => <ActivePill active={active} archived_at={archived_at} />,
  },
  {
    key: 'program',
    header: 'Program',
    priority: 4,
    cell: ({ program_id, program_display_name }) =>
      program_id === 0 ? 'Global site' : (program_display_name ?? `Program ${program_id}`),
  },
];

/** Hides colours and picture from screen readers, to which they say nothing. */
function BannerTitle({ banner: { title, colors, small_image } }: { banner: Banner }) {
  const background = `linear-gradient(90deg, ${colors.color_1}, ${colors.color_2})`;
  return (
    <span className={classes.title}>
      <span aria-hidden className={classes.look} style={{ background }}>
        {small_image && (
          <img src={imageSource(small_image)} alt="" loading="lazy" className={classes.picture} />
        )}
      </span>
      <span dir="auto">
        <Clamped text={title} />
      </span>
    </span>
  );
}
