import { exportOfCells } from '../../exports/server/cell-export.ts';
import { commissionsContract } from '../contract.ts';
import { CLASS_RATES_CSV, HELD_CSV, INSTRUCTOR_RATES_CSV, PROGRAM_RATES_CSV } from '../csv-columns.ts';
import type { CommissionRow } from '../ledger-contract.ts';
import { pageOfClasses } from './class-groups.ts';
import { pageOfHeldCharges } from './held-charges.ts';
import { pageOfInstructors } from './instructors.ts';
import { pageOfPrograms } from './program-groups.ts';

type Waiting = { waiting: '' | '1'; program_id: number };
type Owner = { id: number; commissions: readonly CommissionRow[] };

export const instructorsCsv = exportOfCells<Waiting & { name: string }>({
  name: 'instructor-rates',
  route: commissionsContract.instructorsCsv,
  columns: INSTRUCTOR_RATES_CSV,
  page: async (context, asked, size) => {
    const { instructors, count } = await pageOfInstructors(context, asked, size);
    return { rows: ratesOf(instructors, (one) => `${one.first_name} ${one.last_name}`.trim()), count };
  },
});

export const programCommissionsCsv = exportOfCells<Waiting>({
  name: 'program-rates',
  route: commissionsContract.programCommissionsCsv,
  columns: PROGRAM_RATES_CSV,
  page: async (context, asked, size) => {
    const { programs, count } = await pageOfPrograms(context, asked, size);
    return { rows: ratesOf(programs, (one) => one.program_display_name), count };
  },
});

export const classCommissionsCsv = exportOfCells<Waiting & { name: string; instructor_name: string }>({
  name: 'class-rates',
  route: commissionsContract.classCommissionsCsv,
  columns: CLASS_RATES_CSV,
  page: async (context, asked, size) => {
    const { classes, count } = await pageOfClasses(context, asked, size);
    return { rows: ratesOf(classes, (one) => one.class_name), count };
  },
});

export const heldChargesCsv = exportOfCells<{ program_id: number }>({
  name: 'held-charges',
  saved_as: 'transactions-on-hold',
  route: commissionsContract.heldChargesCsv,
  columns: HELD_CSV,
  page: async (context, asked, size) => {
    const { charges, count } = await pageOfHeldCharges(context, asked, size);
    return { rows: charges, count };
  },
});

/** A line for each rate of its own; who only inherits has none. */
function ratesOf<Of extends Owner>(owners: readonly Of[], nameOf: (owner: Of) => string) {
  return owners.flatMap((one) =>
    one.commissions.map((row) => ({ ...row, owner: { id: one.id, name: nameOf(one) } })),
  );
}
