import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { type Fault, placeholderFaults } from '../rules.ts';
import type { HtmlEditorProps } from './html-editor.tsx';
import classes from './templates-screen.module.css';

// A third of a megabyte that only who writes mails needs.
const HtmlEditor = lazy(() => import('./html-editor.tsx').then((m) => ({ default: m.HtmlEditor })));

type HtmlFieldProps = Omit<HtmlEditorProps, 'invalid' | 'describedBy'> & {
  refusals: readonly string[];
};

export function HtmlField({ refusals, ...editor }: HtmlFieldProps) {
  const { value, template } = editor;
  const list = useId();
  const faults = placeholderFaults(value, template).map((fault) => inLine(value, fault));
  const all = [...new Set([...refusals, ...faults])].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return (
    <>
      <Suspense fallback={<Skeleton height={320} />}>
        <HtmlEditor {...editor} invalid={all.length > 0} describedBy={list} />
      </Suspense>
      <ul id={list} className={classes.faults} aria-live="polite" aria-label="Errors in the HTML">
        {all.slice(0, 10).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </>
  );
}

function inLine(text: string, { at, what }: Fault): string {
  return `Line ${text.slice(0, at).split('\n').length}: ${what}`;
}
