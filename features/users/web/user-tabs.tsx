import { Tabs } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UserForm } from './user-form.ts';
import classes from './user-tabs.module.css';

const TABS = ['person', 'sites', 'money', 'store', 'site'] as const;
export type UserTab = (typeof TABS)[number];

const LABELS: Record<UserTab, string> = {
  person: 'Person',
  sites: 'Sites and categories',
  money: 'Money',
  store: 'Store',
  site: 'Site',
};

/** Tab of each field; the others are on the first tab. */
const TAB_OF: Record<string, UserTab> = {
  site_program: 'sites',
  site_address: 'sites',
  categories: 'sites',
  lilt_delivery: 'store',
  daily_quiz_disabled: 'site',
  experience: 'site',
  student_profession: 'site',
  more_about_you: 'site',
  other_information: 'site',
  banner_id: 'site',
};

export function tabOf(fields: readonly string[]): UserTab | undefined {
  const tabs = new Set(fields.map((field) => TAB_OF[field.split('.')[0] ?? ''] ?? 'person'));
  return TABS.find((tab) => tabs.has(tab));
}

type UserTabsProps = {
  form: UserForm;
  current: UserTab;
  onChange: (tab: UserTab) => void;
  /** Content by tab; a tab without any is left out. */
  panels: Partial<Record<UserTab, ReactNode>>;
};

/** Keeps all tabs mounted, so that an upload continues; a tab with a refused field is marked. */
export function UserTabs({ form, current, onChange, panels }: UserTabsProps) {
  const refused = Object.keys(form.errors);
  const shown = TABS.filter((tab) => Boolean(panels[tab]));
  return (
    <Tabs value={current} onChange={(tab) => onChange(tab as UserTab)} keepMounted>
      <Tabs.List mb="md">
        {shown.map((tab) => {
          const faults = refused.filter((field) => tabOf([field]) === tab).length;
          return (
            <Tabs.Tab
              key={tab}
              value={tab}
              className={classes.tab}
              data-refused={faults > 0 || undefined}
              rightSection={faults > 0 && <IconAlertCircle size={16} aria-hidden />}
              aria-label={faults > 0 ? `${LABELS[tab]}, ${faultsInWords(faults)}` : undefined}
            >
              {LABELS[tab]}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {shown.map((tab) => (
        <Tabs.Panel key={tab} value={tab} className={classes.panel}>
          {panels[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function faultsInWords(count: number): string {
  return count === 1 ? '1 field needs fixing' : `${count} fields need fixing`;
}
