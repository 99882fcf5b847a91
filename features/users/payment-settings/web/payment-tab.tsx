import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../../web/ui/loading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { PayoutRelease } from '../../releases/web/payout-release.tsx';
import type { PaymentSettings } from '../contract.ts';
import {
  FIELD_NAMES,
  LEGACY_FIELDS,
  METHOD_FIELDS,
  METHOD_NAMES,
  METHODS,
  type Method,
  missingFor,
  type Secret,
} from '../rules.ts';
import { paymentCalls } from './calls.ts';
import { PaymentApproval } from './payment-approval.tsx';
import { PaymentSecret } from './payment-secret.tsx';

type PaymentTabProps = { id: number; onEdit: () => void; onAllow: () => void };

export function PaymentTab({ id, onEdit, onAllow }: PaymentTabProps) {
  const { data, error, refetch } = useQuery(paymentCalls.paymentSettings.queryOptions({ input: { id } }));
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />;
  const { paid_by, fields, legacy } = data;
  const missing = paid_by ? missingFor(paid_by, fields[paid_by]) : [];
  const held = METHODS.filter((method) => method === paid_by || Object.values(fields[method]).some(Boolean));
  return (
    <Stack gap="sm">
      <PayoutRelease id={id} onAllow={onAllow} />
      <PaymentApproval id={id} />
      <Group justify="space-between">
        <Text size="sm">
          {paid_by ? (
            <>
              Payout method: <b>{METHOD_NAMES[paid_by]}</b>
            </>
          ) : (
            "No payout method set. This user can't be paid."
          )}
        </Text>
        <Button variant="default" onClick={onEdit}>
          Edit payout details
        </Button>
      </Group>
      {missing.length > 0 && (
        <Alert color="yellow" variant="outline">
          <Text size="sm">Missing: {missing.join(', ')}</Text>
        </Alert>
      )}
      {held.map((method) => (
        <Values
          key={method}
          id={id}
          legend={method === paid_by ? METHOD_NAMES[method] : `${METHOD_NAMES[method]} (inactive)`}
          values={valuesOf(method, fields)}
        />
      ))}
      <Values
        id={id}
        legend="Legacy details"
        values={LEGACY_FIELDS.map((field) => [field, legacy[field]] as const)}
      />
    </Stack>
  );
}

type Value = PaymentSettings['legacy'][keyof PaymentSettings['legacy']];
type Named = readonly (readonly [keyof typeof FIELD_NAMES, Value])[];

function valuesOf(method: Method, fields: PaymentSettings['fields']): Named {
  return METHOD_FIELDS[method].map((field) => [field, fields[method][field] ?? ''] as const);
}

function Values({ id, legend, values }: { id: number; legend: string; values: Named }) {
  const held = values.filter(([, value]) => value);
  if (held.length === 0) return null;
  return (
    <Fieldset legend={legend}>
      <Stack component="dl" gap={6} m={0}>
        {held.map(([field, value]) => (
          <Group key={field} gap="xs" align="baseline" wrap="nowrap">
            <Text component="dt" size="sm" c="dimmed" w="9rem" style={{ flex: 'none' }}>
              {FIELD_NAMES[field]}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {typeof value === 'string' ? (
                value
              ) : (
                <PaymentSecret id={id} field={field as Secret} last4={value?.last4 ?? ''} />
              )}
            </Text>
          </Group>
        ))}
      </Stack>
    </Fieldset>
  );
}
