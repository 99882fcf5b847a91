import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { keepEnter } from './enter-guard.tsx';

/** One of a few, by the device's own list. Enter in it does not submit the form. */
export function NativeChoice(props: NativeSelectProps) {
  return <NativeSelect {...props} onKeyDown={keepEnter} />;
}
