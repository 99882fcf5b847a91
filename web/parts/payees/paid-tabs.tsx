import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

type Part = { count: number; content: ReactNode };

type PaidTabsProps = {
  paid: Part;
  notPaid: Part;
  /** Totals by currency and method, where they do not stand above. */
  totals?: ReactNode;
  /** Names of the two, for a payment that is proposed, cancelled or not reported as paid yet. */
  words?: readonly [paid: string, notPaid: string];
};

export function PaidTabs({ paid, notPaid, totals, words = ['Paid', 'Not paid'] }: PaidTabsProps) {
  const counted = (words: string, count: number) => `${words} (${count.toLocaleString('en-US')})`;
  return (
    <Tabs defaultValue={paid.count > 0 || notPaid.count === 0 ? 'paid' : 'not-paid'} keepMounted={false}>
      <Tabs.List mb="xs">
        <Tabs.Tab value="paid">{counted(words[0], paid.count)}</Tabs.Tab>
        <Tabs.Tab value="not-paid">{counted(words[1], notPaid.count)}</Tabs.Tab>
        {totals && <Tabs.Tab value="totals">Totals</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="paid">{paid.content}</Tabs.Panel>
      <Tabs.Panel value="not-paid">{notPaid.content}</Tabs.Panel>
      {totals && <Tabs.Panel value="totals">{totals}</Tabs.Panel>}
    </Tabs>
  );
}
