import { Button, Text } from '@mantine/core';
import { Time } from '../../../ui/time.tsx';
import classes from './as-of.module.css';
import { MomentForm } from './moment-form.tsx';

type AsOfBannerProps = { at: string; onChoose: (at: string) => void };

export function AsOfBanner({ at, onChoose }: AsOfBannerProps) {
  return (
    <section aria-label="As of a moment" className={classes.banner}>
      <div className={classes.said}>
        <Text fw={600} role="status">
          As it stood on <Time exact value={at} />
        </Text>
        <Text size="sm">Nothing can be changed here. What differs today is marked.</Text>
        <Button variant="default" size="xs" mt={6} onClick={() => onChoose('')}>
          Back to today
        </Button>
      </div>
      <MomentForm key={at} at={at} onChoose={onChoose} />
    </section>
  );
}
