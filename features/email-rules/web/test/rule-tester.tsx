import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { type RuleItem, sqlOf } from '../../rules.ts';
import { calls } from '../calls.ts';
import { SqlEditor } from './sql-editor.tsx';
import { TestUsers } from './test-users.tsx';

type RuleTesterProps = {
  items: readonly RuleItem[] | null;
  program_id: number;
  atOnce?: boolean;
};

type TestedSql = { sql: string; program_id: number; typed: boolean };

/** People that the conditions match now; "Show as SQL" tests a typed SELECT instead. */
export function RuleTester({ items, program_id, atOnce = false }: RuleTesterProps) {
  const ofItems = items && sqlOf(items);
  const [asked, setAsked] = useState<TestedSql | null>(
    atOnce && ofItems !== null ? { sql: ofItems, program_id, typed: false } : null,
  );
  // Null while it follows the conditions.
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const text = typed ?? ofItems ?? '';
  const input = { sql: asked?.sql ?? '', program_id: asked?.program_id ?? 0 };
  const { data, error, isFetching, refetch } = useQuery({
    // Not the call's own: what a save reads again does not try a rule once more.
    queryKey: ['rule-test', input],
    queryFn: () => calls.testRuleSql.call(input),
    enabled: asked !== null,
    gcTime: 0,
    retry: false,
  });
  const test = (next: TestedSql) => {
    if (isFetching) return;
    if (asked?.sql === next.sql && asked.program_id === next.program_id) void refetch();
    setAsked(next);
  };
  const isOld =
    asked !== null && (asked.program_id !== program_id || asked.sql !== (asked.typed ? text : ofItems));
  const failure = error && !isFetching && asked?.typed ? failureOf(error) : null;

  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="light"
          disabled={ofItems === null}
          {...unavailable(isFetching)}
          onClick={() => ofItems !== null && test({ sql: ofItems, program_id, typed: false })}
        >
          Test rule
        </Button>
        <Button size="xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Hide SQL' : 'Show as SQL'}
        </Button>
      </Group>
      {opened && (
        <SqlEditor
          text={text}
          onType={setTyped}
          onReset={typed !== null && ofItems !== null ? () => setTyped(null) : undefined}
          onTest={() => test({ sql: text, program_id, typed: true })}
          busy={isFetching}
          failure={isOld ? null : failure}
        />
      )}
      {error && !isFetching && !asked?.typed && <LoadError error={error} onRetry={() => void refetch()} />}
      {isFetching && (
        <Text size="sm" c="dimmed" role="status">
          Testing…
        </Text>
      )}
      {data && !error && !isFetching && (
        <div>
          {isOld && (
            <Text size="sm" c="dimmed" mb={4}>
              Result before the last change:
            </Text>
          )}
          <TestUsers
            caption="Users that the conditions match"
            users={data.users}
            count={data.count}
            verb={['matches', 'match']}
          />
        </div>
      )}
    </Stack>
  );
}
