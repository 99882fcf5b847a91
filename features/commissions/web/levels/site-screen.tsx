import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, lazy, Suspense } from 'react';
import { type Address, useAddress } from '../../../../web/ui/address.ts';
import { useUnsavedGuard } from '../../../../web/ui/form/unsaved-guard.tsx';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { PLATFORM } from '../../rules.ts';
import { calls } from '../calls.ts';
import { cardDialogs, changesOnlyDialogs, NO_DIALOG } from '../cards/card-dialogs.ts';
import { CardNotes, cardKeys, SaveButtons } from '../cards/card-save.tsx';
import { useGroupCard } from '../cards/use-group-card.ts';
import { RecalculationChips } from '../recalculation/recalculation-chip.tsx';
import { siteCalls, siteGroup } from './site-calls.ts';
import classes from './site-screen.module.css';

const PreviewDialog = lazy(() =>
  import('../recalculation/preview-dialog.tsx').then((m) => ({ default: m.PreviewDialog })),
);
const HistoryDialog = lazy(() =>
  import('../explain/history-dialog.tsx').then((m) => ({ default: m.HistoryDialog })),
);
const RecalculationDialog = lazy(() =>
  import('../recalculation/recalculation-dialog.tsx').then((m) => ({ default: m.RecalculationDialog })),
);

const schema = cardDialogs;
const TITLE = 'Global site commission';
/** Key of the one row, stored or new (group-draft.ts). */
const ROW = `${PLATFORM}::`;

export function SiteScreen() {
  const address = useAddress(schema);
  const { data, error, refetch } = useQuery(
    calls.siteCommission.queryOptions({ input: {}, select: siteGroup }),
  );
  return (
    <>
      <PageHeading title={TITLE} />
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Default platform commission. Used when no class, instructor or program sets one.
      </Text>
      {error && <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />}
      {data ? (
        <SiteCard group={data} address={address} />
      ) : (
        !error && (
          <div className={classes.card} aria-busy>
            <Skeleton height={148} />
          </div>
        )
      )}
    </>
  );
}

type SiteCardProps = {
  group: ReturnType<typeof siteGroup>;
  address: Pick<Address<typeof schema>, 'state' | 'openDialog' | 'closeDialog'>;
};

function SiteCard({ group, address }: SiteCardProps) {
  const { state, openDialog, closeDialog } = address;
  const card = useGroupCard(siteCalls, group);
  const guard = useUnsavedGuard((step) => {
    const stays =
      step &&
      step.current.pathname === step.next.pathname &&
      changesOnlyDialogs(step.current.search, step.next.search);
    return card.dirty && !stays ? ['Platform commission'] : [];
  });
  const close = () => closeDialog(NO_DIALOG);
  const type = (text: string) => {
    if (card.draft.rows.length === 0) card.addRow(PLATFORM);
    card.edit(ROW, 'commission', text);
  };
  const [row] = card.draft.rows;

  return (
    // The keys are those of the field within: save and take back.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.card} onKeyDown={(event) => cardKeys(event, card)} data-editor>
      <TextInput
        label="Platform commission"
        rightSection="%"
        inputMode="decimal"
        autoComplete="off"
        placeholder="not set"
        className={classes.field}
        value={row?.commission ?? ''}
        aria-invalid={card.faults.length > 0 || undefined}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={card.leaveCell}
      />
      <CardNotes card={card} />
      <RecalculationChips
        recalculations={card.recalculations}
        onSee={(recalculation) => openDialog({ recalculation })}
        onGone={card.recalculated}
      />
      <SaveButtons card={card}>
        <Button size="xs" variant="subtle" onClick={() => openDialog({ history: 1 })}>
          History
        </Button>
      </SaveButtons>
      <Suspense>
        {card.preview && <PreviewDialog title={TITLE} card={card} preview={card.preview} />}
        {state.recalculation > 0 && <RecalculationDialog id={state.recalculation} onClose={close} />}
        {state.history > 0 && <HistoryDialog level="site" owner_id={0} title={TITLE} onClose={close} />}
      </Suspense>
      {guard.question}
    </div>
  );
}
