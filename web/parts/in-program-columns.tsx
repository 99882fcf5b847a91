import { ActionIcon, Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { Column } from '../ui/table/column.ts';
import type { useRowToggle } from '../ui/table/use-row-toggle.ts';
import { unavailable } from '../ui/unavailable.ts';

type Placed = { id: number; name: string; featured: boolean; sort_order: number | null };

type InProgram<Row> = {
  mayEdit: (row: Row) => boolean;
  star: ReturnType<typeof useRowToggle<number>>;
  onPlace: (row: Row) => void;
};

export function inProgramColumns<Row extends Placed>({
  mayEdit,
  star,
  onPlace,
}: InProgram<Row>): Column<Row>[] {
  return [
    featuredColumn({ isFeatured: ({ featured }) => featured, nameOf: ({ name }) => name, mayEdit, star }),
    displayOrderColumn({
      key: 'sort_order',
      placeOf: ({ sort_order }) => sort_order,
      nameOf: ({ name }) => name,
      mayEdit,
      busy: star.busy,
      onPlace,
    }),
  ];
}

type Featured<Row> = Pick<InProgram<Row>, 'mayEdit' | 'star'> & {
  isFeatured: (row: Row) => boolean;
  nameOf: (row: Row) => string;
};

export function featuredColumn<Row extends { id: number }>(of: Featured<Row>): Column<Row> {
  const { isFeatured, nameOf, mayEdit, star } = of;
  return {
    key: 'featured',
    header: 'Featured',
    narrow: true,
    stays: true,
    cell: (row) => {
      if (mayEdit(row)) return <Star id={row.id} name={nameOf(row)} featured={isFeatured(row)} star={star} />;
      return isFeatured(row) ? 'Yes' : 'No';
    },
  };
}

type DisplayOrder<Row> = {
  key: string;
  placeOf: (row: Row) => number | null;
  nameOf: (row: Row) => string;
  mayEdit: (row: Row) => boolean;
  busy?: boolean;
  onPlace: (row: Row) => void;
};

export function displayOrderColumn<Row>(of: DisplayOrder<Row>): Column<Row> {
  const { key, placeOf, nameOf, mayEdit, busy = false, onPlace } = of;
  return {
    key,
    header: 'Display order',
    numeric: true,
    narrow: true,
    stays: true,
    cell: (row) =>
      mayEdit(row) ? (
        <Button
          variant="subtle"
          size="compact-sm"
          px={6}
          mr={-6}
          {...unavailable(busy)}
          aria-label={`Display order ${placeOf(row) || 'none'}: ${nameOf(row)}`}
          title="Set the display order"
          onClick={() => !busy && onPlace(row)}
        >
          {placeOf(row) || '–'}
        </Button>
      ) : (
        placeOf(row) || '–'
      ),
  };
}

/** Marks a failed change only on the star itself (specification: Events and giveaways). */
function Star({ id, featured, name, star }: Omit<Placed, 'sort_order'> & Pick<InProgram<never>, 'star'>) {
  const failed = star.failed === id;
  const state = featured ? 'Featured' : 'Not featured';
  return (
    <ActionIcon
      variant={failed ? 'outline' : 'subtle'}
      color={failed ? 'red' : featured ? undefined : 'gray'}
      aria-label={`Featured: ${name}${failed ? ', not saved' : ''}`}
      aria-pressed={featured}
      // Not `disabled`: the focus would be lost while the change is on its way.
      aria-disabled={star.busy}
      title={failed ? `Not saved. ${state}` : state}
      onClick={() => star.toggle(id)}
    >
      {featured ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  );
}
