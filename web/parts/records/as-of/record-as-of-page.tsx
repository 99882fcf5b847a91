import type { ComponentProps } from 'react';
import { mayAccess } from '../../../../core/access.ts';
import { useActor } from '../../../session.tsx';
import { RecordPage } from '../../../ui/record/record-page.tsx';
import { AsOfBanner } from './as-of-banner.tsx';
import type { AsOfDeclaration } from './as-of-declaration.ts';
import { AsOfMoney } from './as-of-money.tsx';
import { AsOfSettings } from './as-of-settings.tsx';
import { AsOfSplit } from './as-of-split.tsx';

type RecordAsOfPageProps<Row extends { id: number }> = Pick<
  ComponentProps<typeof RecordPage>,
  'id' | 'name' | 'lists' | 'section' | 'onSection'
> & {
  noun: string;
  of: AsOfDeclaration<Row>;
  record: Row;
  at: string;
  /** Shows another moment; an empty one is today. */
  onChoose: (at: string) => void;
};

/** A record as it stood at a moment (specification: As of): settings, split and money, and nothing to change. */
export function RecordAsOfPage<Row extends { id: number }>(props: RecordAsOfPageProps<Row>) {
  const { noun, of, record, at, onChoose, ...page } = props;
  const actor = useActor();
  const level = of.split(record);
  const settings = {
    key: 'then',
    title: 'Settings',
    content: <AsOfSettings query={of.settings(record.id, at)} called={noun} />,
  };
  const split = level !== null && {
    key: 'split',
    title: 'Split',
    content: <AsOfSplit level={level} owner_id={record.id} at={at} />,
  };
  const money = {
    key: 'money',
    title: 'Sales and payouts',
    content: <AsOfMoney of={of.money} id={record.id} at={at} />,
  };
  return (
    <RecordPage
      {...page}
      facts={[]}
      sections={[
        settings,
        ...(split && mayAccess(actor, { area: 'commissions' }) ? [split] : []),
        ...(mayAccess(actor, { area: 'money' }) ? [money] : []),
      ]}
    >
      <AsOfBanner at={at} onChoose={onChoose} />
    </RecordPage>
  );
}
