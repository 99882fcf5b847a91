import { Alert, Badge, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { Loading } from '../../../../web/ui/loading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { type PendingPart, usePendingPart } from '../../web/use-pending-part.ts';
import type { SiteKey } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { NewSiteKey } from './new-site-key.tsx';
import { type MadeKey, ShownSiteKey } from './shown-site-key.tsx';
import classes from './site-keys.module.css';

type SiteKeysProps = {
  program_id: number;
  /** A key is shown that nobody has copied, or half made: whoever leaves now loses it. */
  onPending: (part: PendingPart) => void;
};

export function SiteKeys({ program_id, onPending }: SiteKeysProps) {
  const { setShown, setFilled } = usePendingPart(onPending);
  const { data, error, refetch } = useQuery(calls.siteKeys.queryOptions({ input: { id: program_id } }));
  const [making, setMaking] = useState<'nothing' | 'a key' | SiteKey>('nothing');
  const [made, setMade] = useState<MadeKey | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<'make' | number | null>(null);
  const focusOn = (of: 'make' | number) => {
    const controls = box.current;
    const goal = controls?.querySelector<HTMLElement>(`[data-opener="${of}"]`);
    (goal ?? controls?.querySelector<HTMLElement>('input, button'))?.focus();
  };
  const cancel = () => {
    opener.current = making === 'nothing' || making === 'a key' ? 'make' : making.id;
    setMaking('nothing');
  };
  // The form gives the focus back once its opener is there again.
  useEffect(() => {
    if (opener.current !== null) focusOn(opener.current);
    opener.current = null;
  });
  const living = data?.keys.filter(({ ends_at }) => !isOver(ends_at)) ?? [];
  const ended = data?.keys.filter(({ ends_at }) => isOver(ends_at)) ?? [];
  return (
    <Fieldset ref={box} legend="Site keys">
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : !data && <Loading />}
      {data && living.length === 0 && (
        <Text size="sm">No site key yet. Without a key, the program's site can't connect.</Text>
      )}
      <Stack component="ul" gap="xs" className={classes.keys}>
        {[...living, ...(showsEnded ? ended : [])].map((key) => (
          <SiteKeyRow
            key={key.id}
            siteKey={key}
            program_id={program_id}
            onReplace={() => setMaking(key)}
            onEnded={() => focusOn('make')}
          />
        ))}
      </Stack>
      {made && <ShownSiteKey made={made} onAtHand={setShown} />}
      {making === 'nothing' ? (
        <Group gap="xs" mt="xs">
          <Button
            data-opener="make"
            size="xs"
            variant="default"
            {...unavailable(!data)}
            onClick={() => setMaking('a key')}
          >
            Create site key
          </Button>
          {ended.length > 0 && (
            <Button size="xs" variant="subtle" onClick={() => setShowsEnded((shown) => !shown)}>
              {showsEnded ? 'Hide ended keys' : `Show ended keys (${ended.length})`}
            </Button>
          )}
        </Group>
      ) : (
        <NewSiteKey
          program_id={program_id}
          replaced={making === 'a key' ? null : making}
          onCancel={cancel}
          onFilled={setFilled}
          onMade={(key) => {
            setMade(key);
            setShown(true);
            setMaking('nothing');
          }}
        />
      )}
    </Fieldset>
  );
}

type SiteKeyRowProps = {
  siteKey: SiteKey;
  program_id: number;
  onReplace: () => void;
  onEnded: () => void;
};

function SiteKeyRow({ siteKey, program_id, onReplace, onEnded }: SiteKeyRowProps) {
  const { id, name, rights, created_at, created_by, last_used_at, ends_at } = siteKey;
  // Its successor has the same name.
  const isReplaced = ends_at !== null && !isOver(ends_at);
  const told = isReplaced ? `${name} (replaced)` : name;
  const [asking, setAsking] = useState<'not yet' | 'now' | 'kept'>('not yet');
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const end = () =>
    once(
      async () => {
        setFailed(null);
        await calls.endSiteKey.call({ id: program_id, key_id: id });
        await reload();
        onEnded();
      },
      (error) => setFailed(failureOf(error).message),
    );
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="wrap">
        <div className={classes.key}>
          <Group gap={6}>
            <Text size="sm" fw={600} className={classes.name}>
              {name}
            </Text>
            {isReplaced && (
              <Badge size="sm" variant="outline" radius="sm" tt="none" color="yellow">
                Replaced
              </Badge>
            )}
            {rights.map((right) => (
              <Badge key={right} size="sm" variant="outline" radius="sm" tt="none" color="gray">
                {right}
              </Badge>
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            Created <Time value={created_at} />
            {created_by && ` by ${created_by}`} ·{' '}
            {last_used_at ? (
              <>
                last used <Time value={last_used_at} />
              </>
            ) : (
              'never used'
            )}
            {ends_at && (
              <>
                {' '}
                · {isOver(ends_at) ? 'ended' : 'ends'} <Time exact value={ends_at} />
              </>
            )}
          </Text>
        </div>
        {!isOver(ends_at) && asking !== 'now' && (
          <Group gap="xs">
            <Button
              data-opener={id}
              size="compact-xs"
              variant="default"
              aria-label={`Replace ${told}`}
              onClick={onReplace}
            >
              Replace
            </Button>
            <Button
              ref={asking === 'kept' ? focusOnMount : undefined}
              size="compact-xs"
              variant="default"
              aria-label={`End ${told}`}
              onClick={() => setAsking('now')}
            >
              End
            </Button>
          </Group>
        )}
      </Group>
      {asking === 'now' && !isOver(ends_at) && (
        <OwnEscape onEscape={() => setAsking('kept')}>
          <Alert color="yellow" variant="outline" mt="xs" title={`End ${told} now?`}>
            <Text size="sm">Sites that use this key stop working immediately.</Text>
            <Group gap="xs" mt="xs">
              <Button ref={focusOnMount} size="xs" variant="default" onClick={() => setAsking('kept')}>
                Back
              </Button>
              <Button size="xs" color="red" {...unavailable(busy)} onClick={() => void end()}>
                {busy ? 'Ending…' : 'End key'}
              </Button>
            </Group>
          </Alert>
        </OwnEscape>
      )}
      {failed && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {failed}
        </Alert>
      )}
    </li>
  );
}

function isOver(ends_at: string | null): boolean {
  return ends_at !== null && Date.parse(ends_at) <= Date.now();
}
