import { Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { fill } from '../placeholders.ts';
import { hasRemoteImages, previewDocument } from './preview-document.ts';
import classes from './template-preview.module.css';

type TemplatePreviewProps = {
  subject: string;
  text: string;
  plain: string;
  examples: Readonly<Record<string, string>>;
};

type Shown = '600' | '320' | 'plain';

const WAYS = [
  { value: '600', label: '600 px' },
  { value: '320', label: '320 px' },
  { value: 'plain', label: 'Plain text' },
];

/** What somebody will read, a moment after it was typed. */
export function TemplatePreview({ examples, ...given }: TemplatePreviewProps) {
  const [{ subject, text, plain }] = useDebouncedValue(given, 300);
  const [shown, setShown] = useState<Shown>('600');
  const [remoteImages, setRemoteImages] = useState(false);
  return (
    <section aria-label="Preview" className={classes.preview}>
      <Group justify="space-between" gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          data={WAYS}
          value={shown}
          onChange={(way) => setShown(way as Shown)}
        />
        {shown !== 'plain' && hasRemoteImages(text) && (
          <Checkbox
            size="xs"
            label="Load remote images"
            checked={remoteImages}
            onChange={(event) => setRemoteImages(event.currentTarget.checked)}
          />
        )}
      </Group>
      <Text size="sm" fw={600} mb="xs" className={classes.subject} dir="auto">
        {fill(subject, examples, 'subject')}
      </Text>
      {shown === 'plain' ? (
        <pre className={classes.plain} dir="auto">
          {fill(plain, examples, 'text')}
        </pre>
      ) : (
        <MailFrame
          width={Number(shown)}
          document={previewDocument(fill(text, examples, 'html'), { remoteImages })}
        />
      )}
    </section>
  );
}

const HEIGHT = 560;

/** As wide as the mail is read, made smaller where there is less room. */
function MailFrame({ width, document }: { width: number; document: string }) {
  const { ref, width: room } = useElementSize();
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} className={classes.room} style={{ height: HEIGHT }}>
      <iframe
        title={`The mail at ${width} pixels`}
        sandbox=""
        srcDoc={document}
        className={classes.frame}
        style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
