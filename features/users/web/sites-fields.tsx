import { Button, Group, Input, Pill, Stack, Text, TextInput } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../web/api.ts';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { siteCategoriesContract } from '../../site-categories/contract.ts';
import { siteUsersContract } from '../contract.ts';
import type { SiteUser } from '../user-schemas.ts';
import { calls } from './calls.ts';
import { categoryNames } from './user-categories.ts';
import type { UserForm } from './user-form.ts';

const api = apiOf({ siteCategories: siteCategoriesContract });

type SitesFieldsProps = { form: UserForm; user: SiteUser | null; onPickCategories: () => void };

export function SitesFields({ form, user, onPickCategories }: SitesFieldsProps) {
  const { values, errors } = form;
  return (
    <Stack gap="sm">
      <ProgramField
        value={values.site_program}
        zero={null}
        onChange={(program_id) => form.setFieldValue('site_program', program_id)}
        error={errors.site_program}
        required
      />
      {user && <Sites id={user.id} />}
      <TextInput autoComplete="off" dir="auto" {...form.text('site_address')} />
      <Categories form={form} user={user} onPick={onPickCategories} />
    </Stack>
  );
}

/** Lists the sites that a superadmin has set in another dialog, for staff who may open it. */
function Sites({ id }: { id: number }) {
  const may = useMayAccess(siteUsersContract.siteUserSites['~orpc'].meta.access);
  const { data } = useQuery(calls.siteUserSites.queryOptions({ input: { id }, enabled: may }));
  if (!data) return null;
  const others = [...new Set([...data.default_programs, ...data.sites])].slice(1);
  return (
    <Text size="sm" c="dimmed">
      {others.length === 0 ? (
        'Can sign in to their home program only.'
      ) : (
        <>
          Can sign in to{' '}
          {others.map((program, at) => (
            <span key={program}>
              {at > 0 && ', '}
              <ProgramName id={program} />
            </span>
          ))}{' '}
          as well.
        </>
      )}{' '}
      Change under “Site programs”.
    </Text>
  );
}

function Categories({ form, user, onPick }: { form: UserForm; user: SiteUser | null; onPick: () => void }) {
  const { categories, site_program } = form.values;
  const { data } = useQuery(
    api.siteCategories.categories.queryOptions({
      input: { program_id: site_program ?? 0 },
      staleTime: 60_000,
      enabled: categories.length > 0,
    }),
  );
  const names = categoryNames(data?.categories ?? [], user?.categories ?? []);
  return (
    <Input.Wrapper label="Categories" labelElement="div" error={form.errors.categories}>
      <Group gap="xs" mb="xs">
        {categories.map((key) => (
          <Pill key={key} size="md">
            {names.get(key) ?? `Category ${key}`}
          </Pill>
        ))}
        {categories.length === 0 && (
          <Text size="sm" c="dimmed">
            None yet
          </Text>
        )}
      </Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListCheck size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={onPick}
      >
        Assign to categories
      </Button>
    </Input.Wrapper>
  );
}
