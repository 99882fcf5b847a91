import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../../../web/ui/link-to.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { aboutDelay } from '../../commissions/rules.ts';
import { RULE_TURN_SECONDS } from '../rules.ts';
import { calls } from './calls.ts';
import { TestUsers } from './test/test-users.tsx';

export function AudienceLine({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(calls.emailRuleAudience.queryOptions({ input: { id } }));
  return (
    <Text size="sm" c="dimmed" mih="1.4em">
      {data && (
        <>
          Saved rule: {counted(data.count)},{' '}
          {data.due_count === 0 ? 'none' : data.due_count.toLocaleString('en-US')} due now.{' '}
        </>
      )}
      {error && (
        <>
          Could not count the audience.{' '}
          <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
            Retry
          </Anchor>{' '}
        </>
      )}
      <Anchor component={Link} {...linkTo(`/email/rules/${id}`, {})} inherit>
        Audience and sends
      </Anchor>
    </Text>
  );
}

export function Audience({ id }: { id: number }) {
  const [shown, setShown] = useState<'reached' | 'due' | null>(null);
  const { data, error, refetch } = useQuery(calls.emailRuleAudience.queryOptions({ input: { id } }));
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  const toggle = (which: 'reached' | 'due', label: string) => (
    <Button
      size="xs"
      variant={shown === which ? 'light' : 'default'}
      aria-expanded={shown === which}
      onClick={() => setShown(shown === which ? null : which)}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Reach: matches the conditions, subscribed, deliverable. Due: will be emailed in the next{' '}
        {aboutDelay(RULE_TURN_SECONDS).replace('about ', '')}.
      </Text>
      {data ? (
        <Group gap="xs">
          {toggle('reached', `${data.count.toLocaleString('en-US')} reached`)}
          {toggle('due', `${data.due_count.toLocaleString('en-US')} due now`)}
        </Group>
      ) : (
        <Skeleton height={30} width={220} aria-busy />
      )}
      {data && shown === 'reached' && (
        <TestUsers
          caption="Users in reach"
          users={data.users}
          count={data.count}
          verb={['user in reach', 'users in reach']}
        />
      )}
      {data && shown === 'due' && (
        <TestUsers
          caption="Users who are due"
          users={data.due}
          count={data.due_count}
          verb={['user due', 'users due']}
        />
      )}
    </Stack>
  );
}

function counted(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`;
}
