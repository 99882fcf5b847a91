import { Anchor } from '@mantine/core';
import type { Event } from '../../contract.ts';
import { checkPath } from '../../rules.ts';

export function HowToCheck({ event }: { event: Event }) {
  return (
    <Anchor href={checkPath(event.id)} target="_blank" rel="noreferrer" inherit underline="always">
      How to check this draw
    </Anchor>
  );
}
