import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { mayTouch } from '../../../core/access.ts';
import { NotFoundPage } from '../../../web/not-found-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { EmailRule } from '../contract.ts';
import { Audience } from './audience.tsx';
import { calls } from './calls.ts';
import { RuleSentence } from './conditions/rule-sentence-text.tsx';
import { RuleSends } from './sends/rule-sends.tsx';
import { WaitingRule } from './waiting-rule.tsx';

export function RuleScreen() {
  const { id: given = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  const { data, error, refetch } = useQuery(calls.emailRule.queryOptions({ input: { id }, enabled: id > 0 }));
  if (id === 0 || (error && failureOf(error).status === 404))
    return <NotFoundPage what={id > 0 ? `email rule #${id}` : null} />;
  // What has been read stays, though reading it again fails.
  if (data) return <LoadedRule key={id} rule={data.rule} />;
  return (
    <>
      <PageHeading title={`Email rule #${id}`} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-busy />
      )}
    </>
  );
}

function LoadedRule({ rule }: { rule: EmailRule }) {
  const { id, name, active, failed_at, failure, ran_at, archived_at } = rule;
  const actor = useActor();
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" align="start">
        <PageHeading title={name}>
          <bdi>{name}</bdi>
        </PageHeading>
        {mayTouch(actor, rule) && (
          <Button
            component={Link}
            size="sm"
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            {...linkTo('/email/rules', { edit: id })}
          >
            Edit rule
          </Button>
        )}
      </Group>
      <div>
        <Text>
          <RuleSentence rule={rule} />.
        </Text>
        <Text size="sm" c="dimmed" mt={4}>
          {active === 1 ? 'Active' : `${archived_at === null ? 'Paused' : 'Archived'}: no emails are sent`}
          {ran_at !== null && (
            <>
              {' · last checked '}
              <Time value={ran_at} />
            </>
          )}
        </Text>
      </div>
      <Text size="sm">
        Template:{' '}
        <Anchor
          component={Link}
          {...linkTo('/email/templates', {
            template: rule.template,
            program_id: rule.program_id || undefined,
          })}
        >
          {rule.template}
        </Anchor>
      </Text>
      {rule.first_mails_at !== null && <WaitingRule rule={rule} at={rule.first_mails_at} />}
      {failed_at !== null && active === 1 && (
        <Alert
          color="red"
          variant="outline"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Failed"
        >
          Since <Time exact value={failed_at} />: {failure}
        </Alert>
      )}
      <section aria-label="Audience">
        <Title order={2} mb="xs">
          Audience
        </Title>
        <Audience id={id} />
      </section>
      <RuleSends id={id} />
    </Stack>
  );
}
