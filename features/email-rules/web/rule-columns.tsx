import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { ActivePill, StatusPill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { EmailRule, RuleTemplate } from '../contract.ts';
import { RuleSentence } from './conditions/rule-sentence-text.tsx';
import classes from './rules.module.css';
import { firstMailsOf } from './undo-start.ts';

export function ruleColumns(templates: readonly RuleTemplate[]): Column<EmailRule>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 2, cell: ({ id }) => id },
    { key: 'name', header: 'Name', rowHeader: true, cell: (rule) => <Name rule={rule} /> },
    {
      key: 'template',
      header: 'Template',
      priority: 3,
      cell: ({ template }) => templates.find(({ file_name }) => file_name === template)?.title ?? template,
    },
    {
      key: 'active',
      header: 'Active',
      narrow: true,
      priority: 5,
      cell: ({ active, archived_at, failed_at, failure }) =>
        active === 1 && failed_at !== null ? (
          <StatusPill status="failed" title={failure ?? undefined} />
        ) : (
          <ActivePill active={active} archived_at={archived_at} off="paused" />
        ),
    },
    {
      key: 'program',
      header: 'Program',
      priority: 4,
      cell: ({ program_id }) => (program_id === 0 ? 'All programs' : <ProgramCell id={program_id} />),
    },
  ];
}

function Name({ rule }: { rule: EmailRule }) {
  const firstMails = firstMailsOf(rule);
  return (
    <TwoLines
      first={
        <bdi>
          <RecordLink noun="rule" id={rule.id}>
            {rule.name}
          </RecordLink>
        </bdi>
      }
      second={<Below rule={rule} firstMails={firstMails} />}
      title={rule.active === 1 && rule.failure ? `${rule.name} (${rule.failure})` : rule.name}
    />
  );
}

function Below({ rule, firstMails }: { rule: EmailRule; firstMails: string | null }) {
  if (rule.active === 1 && firstMails !== null)
    return (
      <span className={classes.waits}>
        <IconClockPause size={14} aria-hidden />
        <span>
          Not sending yet. First emails at <Time value={firstMails} />
        </span>
      </span>
    );
  if (rule.failed_at !== null && rule.active === 1)
    return (
      <span className={classes.failed}>
        <IconAlertTriangle size={14} aria-hidden />
        <span>
          <b>Failed</b> since <Time exact value={rule.failed_at} />: {rule.failure}
        </span>
      </span>
    );
  return <RuleSentence rule={rule} />;
}
