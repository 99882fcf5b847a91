import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconLock, IconX } from '@tabler/icons-react';
import { type FocusEvent, useId } from 'react';
import { useActor } from '../../../../web/session.tsx';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { InheritedRow } from '../../ledger-contract.ts';
import {
  CODE,
  DISCOUNT_CURRENCY,
  type Fault,
  INSTRUCTOR,
  instructorPart,
  mayEditType,
  PLATFORM,
  REFERRAL,
  TYPE_LABELS,
} from '../../rules.ts';
import { personOf } from '../levels/person.ts';
import { CardLink, nameOf } from './card-link.tsx';
import { moveInGrid } from './draft/grid-keys.ts';
import { type DraftRow, type Field, ruleRows } from './draft/group-draft.ts';
import { remainderInWords } from './draft/inherited-rows.ts';
import classes from './group-rows.module.css';
import { faultOfCell } from './use-group-card.ts';

type GroupRowsProps = {
  label: string;
  rows: readonly DraftRow[];
  inherited: readonly InheritedRow[];
  sourceOf: (row: InheritedRow) => string | null;
  faults: readonly Fault[];
  onEdit: (key: string, field: Field, text: string) => void;
  onLeaveCell: () => void;
  onRemove: (row: DraftRow) => void;
};

/** Rows of a card: those the person may not change are locked with a reason, inherited ones are muted. */
export function GroupRows(props: GroupRowsProps) {
  const { label, rows, inherited, sourceOf, faults, onEdit, onLeaveCell, onRemove } = props;
  const actor = useActor();
  if (rows.length + inherited.length === 0) return <p className={classes.none}>No rates yet.</p>;
  const own = ruleRows(rows);
  const remainder = instructorPart([...own, ...inherited]);
  const remainderOf = remainderInWords(own, inherited);
  const inOrder = [
    ...rows.map((own, index) => ({ type: own.row.type, own, index })),
    ...inherited.map((other) => ({ type: other.type, other })),
  ].sort((a, b) => a.type - b.type);
  return (
    <table
      // The arrow keys go from cell to cell, as in a grid.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      className={classes.grid}
      onKeyDown={moveInGrid}
      onBlur={onLeaveCell}
    >
      <thead>
        <tr>
          <th>Type</th>
          <th>User or code</th>
          <th>Percent</th>
          <th>Discount</th>
          <th>
            <VisuallyHidden>Remove</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {inOrder.map((entry) =>
          'own' in entry ? (
            <Row
              key={entry.own.key}
              row={entry.own}
              remainder={remainder}
              remainderOf={remainderOf}
              locked={mayEditType(actor, entry.type) ? null : lockOf(entry.type)}
              faultOf={(field) => faultOfCell(faults, entry.index, field)}
              onEdit={(field, text) => onEdit(entry.own.key, field, text)}
              onRemove={() => onRemove(entry.own)}
            />
          ) : (
            <Inherited key={`inherited ${entry.other.id}`} row={entry.other} source={sourceOf(entry.other)} />
          ),
        )}
      </tbody>
    </table>
  );
}

type RowProps = {
  row: DraftRow;
  remainder: number;
  remainderOf: string;
  locked: string | null;
  faultOf: (field: Field) => string | null;
  onEdit: (field: Field, text: string) => void;
  onRemove: () => void;
};

function Row({ row: draft, remainder, remainderOf, locked, faultOf, onEdit, onRemove }: RowProps) {
  const { row, commission, discount, discount_type } = draft;
  const derived = row.type === INSTRUCTOR;
  const type = TYPE_LABELS[row.type];
  const name = row.code ? `${type} ${row.code}` : type;
  return (
    <tr data-type={row.type} data-unsent={row.id === 0 || undefined}>
      <td className={classes.type}>{type}</td>
      <td className={classes.person}>{derived ? remainderOf : <PersonOrCode row={draft} />}</td>
      <td className={classes.figure}>
        <NumberCell
          field="commission"
          label={`${name}, percent`}
          suffix="%"
          value={derived ? String(remainder).replace('-', '−') : commission}
          locked={locked}
          fault={faultOf('commission')}
          onChange={(text) => onEdit('commission', text)}
        />
      </td>
      <td className={classes.figure}>
        {row.type === CODE && (
          <NumberCell
            field="discount"
            label={`${name}, discount`}
            suffix={
              <select
                aria-label={`${name}, unit of the discount`}
                value={discount_type}
                onChange={(event) => onEdit('discount_type', event.currentTarget.value)}
              >
                <option value="percent">%</option>
                <option value="amount">{DISCOUNT_CURRENCY}</option>
              </select>
            }
            value={discount}
            placeholder="none"
            locked={locked}
            fault={faultOf('discount')}
            onChange={(text) => onEdit('discount', text)}
          />
        )}
      </td>
      <td className={classes.action}>
        {!locked && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${name}${row.referrer_id ? ` of ${personOf(row)}` : ''}`}
            title={row.id === 0 ? 'Undo' : 'Remove'}
            onClick={onRemove}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

function Inherited({ row, source }: { row: InheritedRow; source: string | null }) {
  const { level, owner_id, type, code, commission, discount, discount_type } = row;
  return (
    <tr data-type={type} data-inherited>
      <td className={classes.type}>{TYPE_LABELS[type]}</td>
      <td className={classes.person}>
        {code && <code className={classes.code}>{code}</code>}
        {row.referrer_id !== null && (
          <>
            <Clamped text={personOf(row)} />,{' '}
          </>
        )}
        <span className={classes.source} title={source ?? undefined}>
          from {source ? `${level} ` : 'the '}
          <CardLink level={level} owner_id={owner_id}>
            {source ?? nameOf(level, owner_id).toLowerCase()}
          </CardLink>
        </span>
      </td>
      <td className={classes.figure}>
        <Figure value={commission} unit="%" />
      </td>
      <td className={classes.figure}>
        {discount !== null && (
          <Figure value={discount} unit={discount_type === 'amount' ? DISCOUNT_CURRENCY : '%'} isWide />
        )}
      </td>
      <td aria-label="Inherited, can't be removed here" />
    </tr>
  );
}

function Figure({ value, unit, isWide = false }: { value: number; unit: string; isWide?: boolean }) {
  return (
    <span className={classes.cell}>
      <span className={classes.plain}>{value}</span>
      <span className={isWide ? classes.wide : classes.unit}>{unit}</span>
    </span>
  );
}

function PersonOrCode({ row: { row } }: { row: DraftRow }) {
  if (row.type !== REFERRAL && row.type !== CODE)
    return row.id === 0 ? <span className={classes.note}>not saved yet</span> : null;
  return (
    <>
      {row.code && <code className={classes.code}>{row.code}</code>}
      <Clamped text={personOf(row)} more={row.email} />
    </>
  );
}

type NumberCellProps = {
  field: 'commission' | 'discount';
  label: string;
  value: string;
  suffix: React.ReactNode;
  placeholder?: string;
  locked: string | null;
  fault: string | null;
  onChange: (text: string) => void;
};

/** A plain input, for speed: a page holds some hundreds of them, and each key redraws. */
function NumberCell({ field, label, value, suffix, placeholder, locked, fault, onChange }: NumberCellProps) {
  const note = useId();
  const said = locked ?? fault;
  return (
    <span className={classes.cell} data-locked={locked ? true : undefined} title={said ?? undefined}>
      {locked && <IconLock size={13} aria-hidden />}
      <input
        data-cell={field}
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={said ? note : undefined}
        inputMode="decimal"
        autoComplete="off"
        readOnly={locked !== null}
        tabIndex={locked ? -1 : undefined}
        placeholder={placeholder}
        value={value}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span className={classes.unit}>{suffix}</span>
      {said && <VisuallyHidden id={note}>{said}</VisuallyHidden>}
    </span>
  );
}

function lockOf(type: DraftRow['row']['type']): string {
  if (type === INSTRUCTOR) return 'The rest after the other rates';
  const who = type === PLATFORM ? 'a superadmin' : 'a program admin';
  return `Only ${who} may change the ${TYPE_LABELS[type].toLowerCase()} commission`;
}
