import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { keepEnter } from './enter-guard.tsx';

/** One of a few, by the device's own list, as on a phone. Enter in it sends no form. */
export function NativeChoice(props: NativeSelectProps) {
  return <NativeSelect {...props} onKeyDown={keepEnter} />;
}
