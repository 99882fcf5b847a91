import { formatMajor } from '../../../core/money.ts';
import { imageSource } from '../../../web/parts/images/image-source.ts';
import { ActivePill } from '../../../web/ui/status-pill.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { GiftProduct } from '../contract.ts';
import { PRODUCT_TYPE_NAMES } from '../rules.ts';
import classes from './product-columns.module.css';

export const COLUMNS: Column<GiftProduct>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 3, cell: ({ id }) => id },
  { key: 'name', header: 'Name', rowHeader: true, cell: (product) => <ProductName product={product} /> },
  {
    key: 'type',
    header: 'Type',
    narrow: true,
    oneLine: true,
    priority: 4,
    cell: ({ type }) => PRODUCT_TYPE_NAMES[type],
  },
  { key: 'gives', header: 'Gives', priority: 1, cell: (product) => whatItGives(product) },
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
    cell: ({ program_id, program_display_name }) =>
      program_id === 0 ? 'Global site' : (program_display_name ?? 'Another program'),
  },
];

/** Hides the picture from screen readers, which get the name. */
function ProductName({ product: { name, image, nft_image } }: { product: GiftProduct }) {
  const picture = nft_image ?? image;
  return (
    <span className={classes.name}>
      {picture ? (
        <img src={imageSource(picture)} alt="" loading="lazy" className={classes.picture} />
      ) : (
        <span aria-hidden className={classes.picture} />
      )}
      <span dir="auto">
        <Clamped text={name} />
      </span>
    </span>
  );
}

function whatItGives({ type, data }: GiftProduct): string | null {
  const { class_id, class_name, nft_id, amount, currency } = data;
  if (type === 'class') return `${class_name ?? 'A class of another program'} (#${class_id})`;
  if (type === 'nft') return nft_id || null;
  if (type !== 'money') return null;
  if (amount === null || currency === null) return 'Amount set later';
  return formatMajor(amount, currency);
}
