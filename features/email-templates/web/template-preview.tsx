import { Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { MailFrame } from '../../../web/ui/mail-frame.tsx';
import { hasRemoteImages, previewDocument } from '../../../web/ui/preview-document.ts';
import { fill } from '../placeholders.ts';
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
          title={`The email at ${shown} pixels`}
          width={Number(shown)}
          height={HEIGHT}
          document={previewDocument(fill(text, examples, 'html'), { remoteImages })}
        />
      )}
    </section>
  );
}

const HEIGHT = 560;
