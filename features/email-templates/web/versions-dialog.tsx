import { Button, Group, Skeleton, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { DialogPages } from '../../../web/ui/dialog/dialog-pages.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { useListQuery } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { TemplateVersion, TemplateVersionTexts } from '../contract.ts';
import { calls, type TemplateKey } from './calls.ts';
import { type PresentTexts, VersionDetail } from './version-detail.tsx';
import classes from './versions-dialog.module.css';

type VersionsDialogProps = {
  templateKey: TemplateKey;
  name: string;
  present: PresentTexts;
  examples: Readonly<Record<string, string>>;
  onRestore: (texts: TemplateVersionTexts) => void;
  onClose: () => void;
};

export function VersionsDialog(props: VersionsDialogProps) {
  const { templateKey, name, present, examples, onRestore, onClose } = props;
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const [texts, setTexts] = useState<TemplateVersionTexts | null>(null);
  const query = useListQuery(
    calls.emailTemplateVersions.queryOptions({ input: { ...templateKey, page }, staleTime: 0, gcTime: 0 }),
  );
  const { data, error, refetch } = query;
  const rows = data?.versions ?? [];
  const isCurrent = (at: number) => page === 1 && at === 0;
  const value = chosen ?? firstOf(rows, page);
  return (
    <Dialog title="Versions" name={name} size="78rem" onClose={onClose}>
      {Boolean(error) && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} aria-busy />}
      {data && data.count === 0 && (
        <Text c="dimmed" my="lg" data-autofocus tabIndex={-1}>
          No versions yet. Each save of this template keeps the version before it.
        </Text>
      )}
      {data && data.count > 0 && (
        <>
          <DialogPages
            page={page}
            count={data.count}
            noun={['version', 'versions']}
            onPage={(next) => {
              setPage(next);
              setChosen(null);
            }}
          />
          <Tabs
            ref={focusChosen}
            orientation="vertical"
            variant="pills"
            value={value}
            onChange={setChosen}
            classNames={{ root: classes.panes }}
            keepMounted={false}
          >
            <Tabs.List className={classes.list} aria-label="Versions, newest first">
              {rows.map((row, at) => (
                <Tabs.Tab
                  key={row.version}
                  value={String(row.version)}
                  disabled={row.action === 'delete'}
                  classNames={{ tab: classes.tab, tabLabel: classes.words }}
                >
                  <span className={classes.said}>
                    {WORDS[row.action]}
                    {row.at !== null && (
                      <>
                        {' '}
                        <Time value={row.at} />
                      </>
                    )}
                    {isCurrent(at) && row.action !== 'delete' && ' · current'}
                  </span>
                  <span className={classes.who} title={row.by ?? undefined}>
                    {row.by ?? 'Author not recorded'}
                  </span>
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {value !== null && (
              <Tabs.Panel value={value}>
                <VersionDetail
                  key={value}
                  templateKey={templateKey}
                  version={Number(value)}
                  present={present}
                  examples={examples}
                  onLoaded={setTexts}
                />
              </Tabs.Panel>
            )}
          </Tabs>
        </>
      )}
      <DialogFooter>
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" style={{ marginInlineEnd: 'auto' }}>
            Restoring puts a version into the editor. It applies once you save.
          </Text>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={texts === null || String(texts.version) !== value}
            onClick={() => texts && onRestore(texts)}
          >
            Restore
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}

/** Focuses the chosen tab as the list's `ref`: it comes after the dialog, whose focus is elsewhere by then. */
function focusChosen(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

/** The one before the present one, which people mostly want; on further pages the first. */
function firstOf(rows: readonly TemplateVersion[], page: number): string | null {
  const restorable = rows.filter(({ action }) => action !== 'delete');
  const isPresent = page === 1 && rows[0]?.action !== 'delete';
  const first = (isPresent ? restorable[1] : undefined) ?? restorable[0];
  return first ? String(first.version) : null;
}

const WORDS: Readonly<Record<TemplateVersion['action'], string>> = {
  original: 'Before the first recorded save',
  create: 'Created',
  update: 'Saved',
  delete: 'Deleted',
};
