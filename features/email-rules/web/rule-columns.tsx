import { Text } from '@mantine/core';
import { IconAlertTriangle, IconClockPause, IconPlayerPause } from '@tabler/icons-react';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { EmailRule, RuleTemplate } from '../contract.ts';
import { RuleSentence } from './rule-sentence-text.tsx';
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
      cell: ({ active }) => (active === 1 ? 'Yes' : <Paused />),
    },
    {
      key: 'program',
      header: 'Program',
      priority: 4,
      cell: ({ program_id }) => (program_id === 0 ? 'All programs' : <ProgramCell id={program_id} />),
    },
  ];
}

/** Name of a rule with its sentence and why it does not send. */
function Name({ rule }: { rule: EmailRule }) {
  const firstMails = firstMailsOf(rule);
  return (
    <span className={classes.rule}>
      <bdi className={classes.name} title={rule.name}>
        {rule.name}
      </bdi>
      <Text component="span" size="xs" c="dimmed" className={classes.sentence}>
        <RuleSentence rule={rule} />
      </Text>
      {rule.active === 1 && firstMails !== null && (
        <span className={classes.waits}>
          <IconClockPause size={14} aria-hidden />
          <span>
            Not sending yet. First emails at <Time value={firstMails} />
          </span>
        </span>
      )}
      {rule.failed_at !== null && rule.active === 1 && (
        <span className={classes.failed}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <b>Failed</b> since <Time value={rule.failed_at} />: {rule.failure}
          </span>
        </span>
      )}
    </span>
  );
}

function Paused() {
  return (
    <span className={classes.paused}>
      <IconPlayerPause size={14} aria-hidden /> Paused
    </span>
  );
}
