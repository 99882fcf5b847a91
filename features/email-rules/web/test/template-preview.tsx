import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { MailFrame } from '../../../../web/ui/mail-frame.tsx';
import { previewDocument } from '../../../../web/ui/preview-document.ts';
import { fill } from '../../../email-templates/placeholders.ts';
import type { RuleTemplate } from '../../contract.ts';
import { filled } from '../../rule-mail.ts';
import { EXAMPLE } from '../../rules.ts';
import classes from './template-preview.module.css';

type TemplatePreviewProps = {
  template: RuleTemplate;
  /** HTML, as it is saved. */
  text: string;
  mail: { subject: string; from_name: string; from_email: string };
};

const WIDTHS = ['600', '320'] as const;
type Width = (typeof WIDTHS)[number];
const HEIGHT = 416;

/** A template as an example user gets it, in desktop and phone width. Scripts do not run in it. */
export function TemplatePreview({ template, text, mail }: TemplatePreviewProps) {
  const [width, setWidth] = useState<Width>('600');
  return (
    <section aria-label={`Preview: ${template.title}`} className={classes.preview}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text size="sm" fw={600} className={classes.line}>
            {fill(mail.subject, EXAMPLE, 'subject') || 'No subject yet'}
          </Text>
          <Text size="xs" c="dimmed" className={classes.line}>
            {mail.from_name} &lt;{mail.from_email}&gt;
          </Text>
        </div>
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          data={WIDTHS.map((value) => ({ value, label: `${value} px` }))}
          value={width}
          onChange={(value) => setWidth(value as Width)}
        />
      </div>
      <MailFrame
        title={`${template.title} at ${width} pixels`}
        document={previewDocument(filled({ inlined: text, plain: '' }, EXAMPLE, '#').html, {
          remoteImages: false,
        })}
        width={Number(width)}
        height={HEIGHT}
      />
    </section>
  );
}
