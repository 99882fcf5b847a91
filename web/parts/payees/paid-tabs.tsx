import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

type Part = { count: number; content: ReactNode };

type PaidTabsProps = {
  paid: Part;
  notPaid: Part;
  /** Totals by currency and method, where they do not stand above. */
  totals?: ReactNode;
};

/** Tabs of who is paid, and who is not and why, with their counts; opens on those who are paid. */
export function PaidTabs({ paid, notPaid, totals }: PaidTabsProps) {
  const counted = (words: string, count: number) => `${words} (${count.toLocaleString('en-US')})`;
  return (
    <Tabs defaultValue={paid.count > 0 || notPaid.count === 0 ? 'paid' : 'not-paid'} keepMounted={false}>
      <Tabs.List mb="xs">
        <Tabs.Tab value="paid">{counted('Paid', paid.count)}</Tabs.Tab>
        <Tabs.Tab value="not-paid">{counted('Not paid', notPaid.count)}</Tabs.Tab>
        {totals && <Tabs.Tab value="totals">Totals</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="paid">{paid.content}</Tabs.Panel>
      <Tabs.Panel value="not-paid">{notPaid.content}</Tabs.Panel>
      {totals && <Tabs.Panel value="totals">{totals}</Tabs.Panel>}
    </Tabs>
  );
}
