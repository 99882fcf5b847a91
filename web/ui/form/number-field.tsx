import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { clampTyped, cleanNumber, isUnclear, toNumber, UNCLEAR } from '../../../core/percent.ts';
import { SAVE_TRIED } from '../chooser/enter-guard.tsx';

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type' | 'max'> & {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: number | null;
  /** Called with each key; null where empty. */
  onChange: (value: number | null) => void;
  /** Maximum, which replaces larger input. Null for none. */
  max?: number | null;
  /** Step of the arrow keys up and down; 1 or more makes it a whole number. */
  step?: number;
};

/**
 * A number with at most two decimals, comma or dot; other characters are dropped (specification: Commission rows). An
 * ambiguous number, as with a mark of thousands, is null and shown as an error, and keeps the form from being sent; so does a
 * sign without a digit, once a save is tried. Only what empties the field takes its number away: a stray letter does not.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    value = null,
    onChange,
    max = 100,
    step,
    description,
    error,
    onFocus,
    onBlur,
    onKeyDown,
    ...input
  } = props;
  const whole = step !== undefined && step >= 1;
  const [typed, setTyped] = useState(textOf(value));
  const [bound, setBound] = useState<{ words: string; at: string } | null>(null);
  const numberOf = (text: string) => {
    const number = toNumber(text);
    return whole && number !== null ? Math.floor(number) : number;
  };
  // What is typed may be longer than its number (`6.`); any other number came from outside.
  const shown = numberOf(typed) === value ? typed : textOf(value);
  const unclear = isUnclear(shown);
  const isSign = shown !== '' && !/\d/.test(shown);
  const field = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState<string | null>(null);
  useEffect(() => {
    const told = field.current;
    const tell = () => setTried(shown);
    told?.addEventListener(SAVE_TRIED, tell);
    return () => told?.removeEventListener(SAVE_TRIED, tell);
  }, [shown]);
  // Said until the next change; leaving the field moves nothing from under the press that took the focus.
  const said = bound?.at === shown ? bound.words : null;
  const type = (text: string) => {
    setTyped(text);
    onChange(numberOf(text));
  };

  return (
    <TextInput
      {...input}
      ref={field}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      data-unclear={unclear || isSign || undefined}
      error={unclear ? UNCLEAR : isSign && tried === shown ? NO_NUMBER : error}
      description={said ? <span role="status">{said}</span> : description}
      // Below, so that the field stays in line with those beside it.
      inputWrapperOrder={said || props.readOnly ? ['label', 'input', 'description', 'error'] : undefined}
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onChange={(event) => {
        const raw = event.currentTarget.value;
        // What follows the sign decides; `-5` is the same typed as pasted.
        if (/^\s*[-−]\s*$/.test(raw)) return type('-');
        const text = clampTyped(raw, max);
        // All of it was dropped: the field is selected when it is entered, and would be empty for a slip.
        if (text === '' && raw.trim() !== '') return;
        const words = boundOf(raw, max);
        setBound(words ? { words, at: text } : null);
        type(text);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        if (typed === '-') setTyped('');
        // Not sooner: `1,0` is on the way to `1,000`.
        else if (whole && !unclear) setTyped(textOf(value));
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        onKeyDown?.(event);
        const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (
          step === undefined ||
          way === 0 ||
          props.readOnly ||
          event.altKey ||
          event.ctrlKey ||
          event.metaKey
        )
          return;
        event.preventDefault();
        // In hundredths: 0.1 + 0.2 is no price.
        const next = Math.max(0, Math.round(((value ?? 0) + way * step) * 100) / 100);
        type(clampTyped(String(next), max));
      }}
    />
  );
}

const NO_NUMBER = 'Enter a number, or clear the field';

function boundOf(raw: string, max: number | null): string | null {
  if (/^\s*[-−]\s*[\d.,]/.test(raw)) return 'At least 0';
  const number = toNumber(cleanNumber(raw, max));
  return max !== null && number !== null && number > max ? `At most ${max.toLocaleString('en-US')}` : null;
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
