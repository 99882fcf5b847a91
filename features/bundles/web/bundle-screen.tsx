import { Badge, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { apiOf } from '../../../web/api.ts';
import { NotFoundPage } from '../../../web/not-found-page.tsx';
import { isSaveKey } from '../../../web/ui/chooser/enter-guard.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { ConflictNotice } from '../../../web/ui/form/conflict-notice.tsx';
import { useUnsavedGuard } from '../../../web/ui/form/unsaved-guard.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { type Bundled, type ClassRow, classesContract } from '../../classes/contract.ts';
import { changeInWords, hiddenWords, unsavedOf } from './bundle-draft.ts';
import { BundleMembers } from './bundle-members.tsx';
import classes from './bundle-screen.module.css';
import { BundleTotals } from './bundle-totals.tsx';
import { ClassSearch } from './class-search.tsx';
import { useBundle } from './use-bundle.ts';

const api = apiOf({ classes: classesContract });

export function BundleScreen() {
  const { id: given = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  const { data, error, refetch } = useQuery(
    api.classes.class.queryOptions({ input: { id }, enabled: id > 0 }),
  );
  if (id === 0 || (!data && error && failureOf(error).status === 404))
    return <NotFoundPage what={id > 0 ? `class #${id}` : null} />;
  const failed = error && (
    <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
  );
  // What has been loaded stays, with what was added and removed in it.
  if (data) return <BundleEditor key={id} bundle={data.class} notice={failed} />;
  return (
    <div aria-busy={!failed}>
      <PageHeading title={`Bundle #${id}`} />
      {failed ?? (
        <div className={classes.panes}>
          <Skeleton height={420} />
          <Skeleton height={420} />
        </div>
      )}
    </div>
  );
}

type Bundle = ClassRow & Bundled & { updated_at: string };

function BundleEditor({ bundle, notice }: { bundle: Bundle; notice: ReactNode }) {
  const state = useBundle(bundle);
  const { draft, dirty, busy, conflict } = state;
  const name = bundle.class_name || 'Class without a name';
  // Filters and pages of the search change the address and nothing of the bundle.
  const guard = useUnsavedGuard((step) =>
    dirty && !(step && step.current.pathname === step.next.pathname) ? unsavedOf(draft) : [],
  );
  const keys = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat) void state.save();
  };

  return (
    // Ctrl+S and Ctrl+Enter work in both panes.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={keys} data-editor>
      <PageHeading title={`Bundle #${bundle.id} ${name}`}>
        <Text span inherit c="dimmed">
          Bundle #{bundle.id}
        </Text>{' '}
        {name}
      </PageHeading>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {bundle.instructor_name ?? 'No instructor'}
        {bundle.is_bundle ? '' : ' · No classes yet. Add one to turn this class into a bundle.'}
        {bundle.del_flag === 1 && (
          <Badge ml="xs" variant="default" radius="sm" tt="none">
            deleted
          </Badge>
        )}
      </Text>
      {notice}
      {conflict && (
        <div className={classes.notice}>
          <ConflictNotice
            conflict={conflict.failure.conflict}
            theirs={typeof conflict.theirs === 'object' ? 'read' : conflict.theirs}
            busy={busy}
            onLoadTheirs={state.loadTheirs}
            onKeepMine={() => void state.keepMine()}
            onRead={() => void state.readTheirs()}
          >
            {typeof conflict.theirs === 'object' && (
              <Text size="sm">{changeInWords(draft, conflict.theirs)}</Text>
            )}
          </ConflictNotice>
        </div>
      )}
      <div className={classes.panes}>
        <section aria-label="In the bundle" className={classes.inside}>
          <BundleTotals draft={draft} bundle={bundle} />
          <BundleMembers draft={draft} onAdd={state.add} onRemove={state.remove} />
          {draft.hidden > 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {hiddenWords(draft.hidden)}
            </Text>
          )}
        </section>
        <ClassSearch bundleId={bundle.id} state={state} />
      </div>
      {guard.question}
    </div>
  );
}
