import { Button, Text } from '@mantine/core';
import type { Failure } from '../../../web/ui/failure.ts';
import { ConflictNotice } from '../../../web/ui/form/conflict-notice.tsx';
import { shownClash } from '../../../web/ui/form/field-words.ts';
import { unavailable } from '../../../web/ui/unavailable.ts';
import classes from './templates-screen.module.css';
import { type useTemplateForm, words } from './use-template-form.ts';

export const TEMPLATE_DIALOGS = ['test', 'inherit', 'versions', 'copy'] as const;
export type TemplateDialog = (typeof TEMPLATE_DIALOGS)[number];

type TemplateFooterProps = {
  saving: ReturnType<typeof useTemplateForm>['saving'];
  isSaved: boolean;
  isOwn: boolean;
  canSave: boolean;
  live: number;
  onSave: () => void;
  onOpen: (name: TemplateDialog) => void;
};

export function TemplateFooter({
  saving,
  isSaved,
  isOwn,
  canSave,
  live,
  onSave,
  onOpen,
}: TemplateFooterProps) {
  const { busy, theirs, failure, refused, clashes, ...ways } = saving;
  return (
    <div className={classes.footer}>
      {theirs && (
        <ConflictNotice
          conflict={failure?.conflict ?? null}
          theirs={theirs.state}
          busy={busy}
          clashes={clashes.filter(({ field }) => field !== 'id').map((clash) => shownClash(clash, words))}
          choices={theirs.choices}
          onChoose={ways.choose}
          onLoadTheirs={ways.loadTheirs}
          onKeepMine={() => void ways.keepMine()}
          onRead={() => void ways.readTheirs()}
        />
      )}
      <div className={classes.ways}>
        <Text size="sm" c="dimmed" role="status">
          {refused.marked ? beside(failure) : isSaved ? 'Saved' : ''}
        </Text>
        {isOwn && (
          <Button variant="default" onClick={() => onOpen('inherit')}>
            Back to the inherited one
          </Button>
        )}
        <Button variant="default" onClick={() => onOpen('versions')}>
          Versions
        </Button>
        <Button variant="default" onClick={() => onOpen('copy')}>
          Copy to…
        </Button>
        <Button variant="default" onClick={() => onOpen('test')}>
          Send test
        </Button>
        <Button data-save {...unavailable(!canSave)} aria-busy={busy} onClick={() => canSave && onSave()}>
          {busy
            ? 'Saving…'
            : live > 0
              ? `Save for ${live.toLocaleString()} live ${live === 1 ? 'rule' : 'rules'}`
              : 'Save'}
        </Button>
      </div>
    </div>
  );
}

function beside(failure: Failure | null): string {
  const isAtField = failure?.errors.some(({ path }) => path === 'subject' || path === 'text');
  return failure && !isAtField ? failure.message : '';
}
