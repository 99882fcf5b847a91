import { Alert, Button, Group, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect } from 'react';
import { mayTouch } from '../../../core/access.ts';
import { useActor } from '../../../web/session.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { EmailRule } from '../contract.ts';
import { reload } from './calls.ts';
import { firstMailsOf, undoStart } from './undo-start.ts';

export function WaitingRule({ rule, at }: { rule: EmailRule; at: string }) {
  const { busy, once } = useOnce();
  const actor = useActor();
  useEffect(() => {
    const timer = setTimeout(() => void reload(), Math.max(0, Date.parse(at) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [at]);
  const undo = () =>
    once(
      () => undoStart(rule.id),
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );
  return (
    <Alert variant="outline" icon={<IconClockPause size={18} aria-hidden />} title="Not sending yet">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          The first emails go out at <Time value={firstMailsOf(rule) ?? at} />. You can undo the{' '}
          {rule.undo === 'edit' ? 'edit' : 'start (this pauses the rule)'} until <Time value={at} />.
        </Text>
        {mayTouch(actor, rule) && (
          <Button size="xs" variant="default" {...unavailable(busy)} onClick={() => void undo()}>
            {busy ? 'Undoing…' : 'Undo'}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
