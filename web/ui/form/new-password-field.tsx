import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import classes from './new-password-field.module.css';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

type NewPasswordFieldProps = PasswordFieldProps & {
  value?: string;
  /** Text that others know of the person, such as the email: a password of it is weak. */
  about?: string;
};

/** A password that is chosen, with its strength below it, in words and bars. The strength refuses nothing. */
export function NewPasswordField({ about = '', ...input }: NewPasswordFieldProps) {
  const score = useStrength(input.value ?? '', about);
  return (
    <div>
      <PasswordField autoComplete="new-password" {...input} />
      {score !== null && <Strength score={score} />}
    </div>
  );
}

const LEVELS = ['very weak', 'weak', 'fair', 'good', 'strong'];
const GOOD = 3;

function Strength({ score }: { score: number }) {
  const level = LEVELS[score];
  return (
    <div className={classes.strength}>
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={LEVELS.length - 1}
        aria-valuenow={score}
        aria-valuetext={level}
        className={classes.bars}
        data-weak={score < GOOD - 1 || undefined}
      >
        {LEVELS.slice(1).map((name, bar) => (
          <span key={name} data-filled={bar < score || undefined} />
        ))}
      </div>
      <Text size="xs" role="status">
        Password strength: {level}.{score < GOOD && ' Make it longer, for example with another word.'}
      </Text>
    </div>
  );
}

const TYPING_PAUSE_MS = 200;

/** Returns 0 to 4; null while nothing is typed, and where the estimate cannot be loaded. */
function useStrength(password: string, about: string): number | null {
  const [paused] = useDebouncedValue(password, TYPING_PAUSE_MS);
  const [score, setScore] = useState<number | null>(null);
  useEffect(() => {
    let current = true;
    if (paused !== '')
      import('./password-estimate.ts').then(
        ({ strengthOf }) => current && setScore(strengthOf(paused, [about])),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [paused, about]);
  return password === '' ? null : score;
}
