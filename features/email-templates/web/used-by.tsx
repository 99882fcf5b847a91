import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { linkTo } from '../../../web/ui/link-to.ts';
import type { RuleOfTemplate } from '../contract.ts';

export function UsedBy({ rules }: { rules: readonly RuleOfTemplate[] }) {
  if (rules.length === 0) return 'Used by no rule';
  const sorted = rules.toSorted((a, b) => b.active - a.active);
  const rest = sorted.length - MOST_NAMED;
  return (
    <>
      Used by{' '}
      {sorted.slice(0, MOST_NAMED).map(({ id, name, active }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Anchor component={Link} {...linkTo(`/email/rules/${id}`, {})} inherit>
            <bdi>{name}</bdi>
          </Anchor>
          {active === 1 ? ' (live)' : ' (paused)'}
        </Fragment>
      ))}
      {rest > 0 && ` and ${rest.toLocaleString()} more`}
    </>
  );
}

const MOST_NAMED = 5;
