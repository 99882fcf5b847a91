import { Button, ColorInput, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { ENOUGH, type Warning, warningsOf } from '../contrast.ts';
import { COLOR_LABELS, COLOR_NAMES } from '../rules.ts';
import { type BannerForm, colorsOf } from './banner-form.ts';
import classes from './edit-banner-dialog.module.css';

export function BannerColors({ form }: { form: BannerForm }) {
  const warnings = warningsOf(colorsOf(form.values));
  return (
    <Stack gap="sm">
      <div className={classes.colors}>
        {COLOR_NAMES.map((name) => (
          <ColorInput
            key={name}
            label={COLOR_LABELS[name]}
            format="hex"
            withEyeDropper={false}
            popoverProps={{ withinPortal: false }}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <Stack gap={6} role="group" aria-label="Contrast">
        {warnings.map((warning) => (
          <ContrastWarning
            key={`${warning.text} ${warning.on}`}
            warning={warning}
            onTake={(color) => form.setFieldValue(warning.text, color)}
          />
        ))}
        <Group gap={6} role="status">
          {warnings.length === 0 && <IconCheck size={16} aria-hidden />}
          <Text size="xs" c="dimmed">
            {warnings.length === 0
              ? 'Contrast OK'
              : `${warnings.length === 1 ? '1 contrast issue' : `${warnings.length} contrast issues`}. You can still save.`}
          </Text>
        </Group>
      </Stack>
    </Stack>
  );
}

type ContrastWarningProps = { warning: Warning; onTake: (color: string) => void };

function ContrastWarning({ warning: { text, on, ratio, nearest }, onTake }: ContrastWarningProps) {
  const what = `${COLOR_LABELS[text]} on ${WORDS[on]}`;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" className={classes.warning}>
      <IconAlertTriangle size={18} aria-hidden className={classes.sign} />
      <Text size="sm" style={{ flex: 1 }}>
        Low contrast: {what} ({ratio.toFixed(1)}:1, needs {ENOUGH}:1)
        {nearest === null && '. Make both background colours more similar.'}
      </Text>
      {nearest !== null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ColorSwatch component="span" color={nearest} size={14} aria-hidden />}
          aria-label={`Use ${nearest} for ${COLOR_LABELS[text].toLowerCase()}`}
          onClick={() => onTake(nearest)}
        >
          Use {nearest}
        </Button>
      )}
    </Group>
  );
}

const WORDS = { background: 'the background', stripe: 'the stripe', button: 'the button' };
