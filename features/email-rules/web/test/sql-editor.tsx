import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../../../web/ui/failure.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import classes from './sql-editor.module.css';
import { markIn } from './sql-mark.ts';

type SqlEditorProps = {
  text: string;
  onType: (text: string) => void;
  onReset: (() => void) | undefined;
  onTest: () => void;
  busy: boolean;
  failure: Failure | null;
};

const MOST_CHARACTERS = 8192;

/** A SELECT to test with; the part that the server refuses is marked and selected. */
export function SqlEditor({ text, onType, onReset, onTest, busy, failure }: SqlEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const told = useRef<HTMLDivElement>(null);
  const position = failure?.position ?? null;
  const [before, wrong, after] = markIn(text, position ?? 0, failure?.near ?? '');
  const [start, end] = [before.length, before.length + wrong.length];
  useEffect(() => {
    if (position === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [position, start, end]);

  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label="SQL"
        description="Test query only. The rule keeps its conditions."
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        maxLength={MOST_CHARACTERS}
        styles={{ input: { fontFamily: 'monospace' } }}
        aria-invalid={failure !== null || undefined}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {failure && (
        <Alert ref={told} color="red" variant="outline" role="alert">
          <Text size="sm">{failure.message}</Text>
          {position !== null && (
            <pre className={classes.text} dir="ltr">
              {before}
              <mark>{wrong || ' '}</mark>
              {after}
            </pre>
          )}
        </Alert>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="light"
          {...unavailable(busy || text.trim() === '')}
          onClick={() => text.trim() !== '' && onTest()}
        >
          Test SQL
        </Button>
        {onReset && (
          <Button size="xs" variant="default" onClick={onReset}>
            Reset to conditions
          </Button>
        )}
      </Group>
    </Stack>
  );
}
