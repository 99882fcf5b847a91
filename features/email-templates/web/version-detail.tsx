import { Alert, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { folded, textDifference } from '../../../web/parts/translations/text-difference.ts';
import { TextParts } from '../../../web/parts/translations/text-parts.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import type { TemplateVersionTexts } from '../contract.ts';
import { type AnyTemplate, placeholderFaults } from '../rules.ts';
import { calls, type TemplateKey } from './calls.ts';
import { TemplatePreview } from './template-preview.tsx';
import classes from './versions-dialog.module.css';

export type PresentTexts = Pick<TemplateVersionTexts, 'subject' | 'text' | 'plain'>;

type VersionDetailProps = {
  templateKey: TemplateKey;
  version: number;
  present: PresentTexts;
  examples: Readonly<Record<string, string>>;
  onLoaded: (texts: TemplateVersionTexts) => void;
};

const WAYS = ['Changes', 'Preview'] as const;

export function VersionDetail(props: VersionDetailProps) {
  const { templateKey, version, present, examples, onLoaded } = props;
  const [way, setWay] = useState<string>('Changes');
  const { data, error, refetch } = useQuery(
    calls.emailTemplateVersion.queryOptions({ input: { ...templateKey, version } }),
  );
  useEffect(() => {
    if (data) onLoaded(data);
  }, [data, onLoaded]);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} aria-busy />;
  const faults = faultsIn(data, templateKey.template);
  return (
    <Stack gap="sm">
      <div className={classes.ways}>
        <SegmentedControl
          size="xs"
          aria-label="Show the version as"
          data={[...WAYS]}
          value={way}
          onChange={setWay}
        />
      </div>
      {faults.length > 0 && (
        <Alert color="orange" variant="outline" title="Needs changes before it can be saved">
          <ul className={classes.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Alert>
      )}
      {way === 'Preview' ? (
        <TemplatePreview {...data} examples={examples} />
      ) : (
        <Changes version={data} present={present} />
      )}
    </Stack>
  );
}

function Changes({ version, present }: { version: PresentTexts; present: PresentTexts }) {
  const differing = FIELDS.filter(([name]) => version[name] !== present[name]);
  if (differing.length === 0) return <Text c="dimmed">The same as in the editor.</Text>;
  return differing.map(([name, label, isCode]) => {
    const { before, after } = textDifference(version[name], present[name]);
    const text = isCode ? `${classes.text} ${classes.code}` : classes.text;
    return (
      <section key={name} aria-label={label}>
        <h3 className={classes.label}>{label}</h3>
        <div className={classes.pair}>
          {(
            [
              ['This version', before, 'del'],
              ['In the editor', after, 'ins'],
            ] as const
          ).map(([side, parts, as]) => (
            <div key={side}>
              <h4 className={classes.side}>{side}</h4>
              <div className={text} dir={isCode ? 'ltr' : 'auto'}>
                <TextParts parts={folded(parts, LINES_AROUND)} as={as} />
              </div>
            </div>
          ))}
        </div>
      </section>
    );
  });
}

const LINES_AROUND = 2;

const FIELDS = [
  ['subject', 'Subject', false],
  ['text', 'HTML', true],
  ['plain', 'Plain text', false],
] as const;

function faultsIn(texts: PresentTexts, template: AnyTemplate): string[] {
  const found = FIELDS.flatMap(([name, label]) =>
    placeholderFaults(texts[name], template).map(({ what }) => `${label}: ${what}`),
  );
  return [...new Set(found)].slice(0, 10);
}
