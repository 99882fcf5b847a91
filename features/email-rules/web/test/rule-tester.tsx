import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { sqlOfAudience } from '../../conditions/as-sql.ts';
import { type Audience, conditionsIn } from '../../conditions/audience.ts';
import { calls } from '../calls.ts';
import { SqlEditor } from './sql-editor.tsx';
import { TestUsers } from './test-users.tsx';

type RuleTesterProps = {
  audience: Audience | null;
  program_id: number;
  atOnce?: boolean;
};

type TestedRule = { program_id: number; typed: boolean } & ({ sql: string } | { audience: Audience });

/** People that the conditions match now; "Show as SQL" tests a typed SELECT instead, of what a SELECT can say. */
export function RuleTester({ audience, program_id, atOnce = false }: RuleTesterProps) {
  const ofItems = audience && sqlOfAudience(audience);
  const hasSql = audience === null || ofItems !== null;
  const ofForm = askedOf(audience, ofItems, program_id);
  const [asked, setAsked] = useState<TestedRule | null>(atOnce ? ofForm : null);
  // Null while it follows the conditions.
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const text = typed ?? ofItems ?? '';
  const { data, error, isFetching, refetch } = useQuery({
    // Not the call's own: what a save reads again does not try a rule once more.
    queryKey: ['rule-test', asked],
    queryFn: () => answerTo(asked),
    enabled: asked !== null,
    gcTime: 0,
    retry: false,
  });
  const test = (next: TestedRule) => {
    if (isFetching) return;
    if (isSame(asked, next)) void refetch();
    setAsked(next);
  };
  const ofEditor = { sql: text, program_id, typed: true };
  const isOld = asked !== null && !isSame(asked, asked.typed ? ofEditor : ofForm);
  const failure = error && !isFetching && asked?.typed ? failureOf(error) : null;

  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="light"
          disabled={ofForm === null}
          {...unavailable(isFetching)}
          onClick={() => ofForm !== null && test(ofForm)}
        >
          Test rule
        </Button>
        {hasSql && (
          <Button size="xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'Hide SQL' : 'Show as SQL'}
          </Button>
        )}
      </Group>
      {opened && hasSql && (
        <SqlEditor
          text={text}
          onType={setTyped}
          onReset={typed !== null && ofItems !== null ? () => setTyped(null) : undefined}
          onTest={() => test(ofEditor)}
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

function askedOf(audience: Audience | null, sql: string | null, program_id: number): TestedRule | null {
  if (audience === null) return null;
  const of = sql === null ? { audience: conditionsIn(audience) } : { sql };
  return { ...of, program_id, typed: false };
}

function answerTo(asked: TestedRule | null) {
  if (asked === null) throw new Error('nothing is tested yet');
  const { program_id } = asked;
  return 'sql' in asked
    ? calls.testRuleSql.call({ sql: asked.sql, program_id })
    : calls.testRuleConditions.call({ ...asked.audience, program_id } as Parameters<
        typeof calls.testRuleConditions.call
      >[0]);
}

function isSame(one: TestedRule | null, other: TestedRule | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
