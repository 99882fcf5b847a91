import { Badge, Button, Fieldset, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../web/api.ts';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';
import { MultiChoice } from '../../../web/ui/chooser/multi-choice.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { programsContract } from '../../programs/contract.ts';
import classes from './class-link-fields.module.css';
import type { LinkFormValues } from './class-link-form.ts';

const api = apiOf({ programs: programsContract });

type LinkFieldsProps = {
  link: LinkFormValues;
  onChange: (change: Partial<LinkFormValues>) => void;
  onRemove: (() => void) | undefined;
};

export function LinkFields({ link, onChange, onRemove }: LinkFieldsProps) {
  const { program_id, program_display_name: name, home, active, featured, tags } = link;
  const query = useQuery(api.programs.program.queryOptions({ input: { id: program_id }, staleTime: 60_000 }));
  const known = query.data?.program.tags ?? [];
  const options = known
    .filter((tag) => tag.active === 1 || tags.includes(tag.id))
    .map((tag) => ({ value: String(tag.id), label: tag.name }));
  const none = options.length === 0 ? 'This program has no tags' : 'No tag has this name';
  // Below the field it would push that away from those beside it.
  const { description: failed, ...offers } = choicesOf(query, none);
  const unnamed = tags.filter((id) => !known.some((tag) => tag.id === id));
  return (
    <Fieldset
      className={classes.link}
      legend={
        <Group gap="xs" component="span">
          <b>{name}</b>
          {home && (
            <Badge variant="outline" size="sm">
              Home
            </Badge>
          )}
        </Group>
      }
    >
      <div className={classes.fields}>
        <Switch
          className={classes.tick}
          label="On sale"
          checked={active}
          onChange={(event) => onChange({ active: event.currentTarget.checked })}
        />
        <Switch
          className={classes.tick}
          label="Featured"
          checked={featured}
          onChange={(event) => onChange({ featured: event.currentTarget.checked })}
        />
        <NumberField
          className={classes.number}
          label="Discount percentage"
          step={1}
          value={link.discount_percentage}
          onChange={(discount_percentage) => onChange({ discount_percentage })}
        />
        <NumberField
          className={classes.number}
          label="Display order"
          step={1}
          max={2_147_483_647}
          value={link.display_order}
          onChange={(display_order) => onChange({ display_order })}
        />
        <MultiChoice
          className={classes.tags}
          label="Tags"
          placeholder={options.length === 0 && !failed ? offers.nothingFoundMessage : undefined}
          data={[...options, ...unnamed.map((id) => ({ value: String(id), label: `Tag ${id}` }))]}
          value={tags.map(String)}
          onChange={(chosen) => onChange({ tags: chosen.map(Number).toSorted((a, b) => a - b) })}
          error={failed}
          inputWrapperOrder={['label', 'error', 'input']}
          {...offers}
        />
        {onRemove && (
          <Button variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </Fieldset>
  );
}
