import type { z } from 'zod';
import type { RecordNoun } from '../../../../web/parts/records/record-pages.ts';
import type { CommissionRowInput, Instructor, referralInput } from '../../contract.ts';
import type { InheritedRow } from '../../ledger-contract.ts';
import type { Preview } from '../../preview-schemas.ts';
import type { CommissionType, LevelName } from '../../rules.ts';

export type Group = Pick<Instructor, 'id' | 'program_id' | 'commissions' | 'updated_at' | 'recalculations'>;

export type Heir = Group & Pick<Instructor, 'inherited'>;

export type SaveInput = { id: number; commission: CommissionRowInput[]; updated_at: string };

export type ReferralInput = z.input<typeof referralInput> & { id: number };

export type GroupCalls<Owner extends Group> = {
  name: LevelName;
  read: (id: number) => Promise<Owner>;
  save: (input: SaveInput & { update: boolean }) => Promise<Group>;
  preview: (input: SaveInput) => Promise<Preview>;
  /** Sets the program's commission at once; without it the button adds a row that Save sends. */
  addProgramCommission?: (owner: Owner) => Promise<Group>;
};

/** A name, and the record whose page it leads to; a null id leads nowhere. */
export type LinkedName = { text: string; noun: RecordNoun; id: number | null };

export type GroupLevel<Owner extends Heir> = GroupCalls<Owner> & {
  titleOf: (owner: Owner) => string;
  page: RecordNoun;
  detailsOf: (owner: Owner) => readonly LinkedName[];
  /** Names the owner of an inherited row: "Brightside"; null where the card does not know it. */
  sourceOf: (owner: Owner, row: InheritedRow) => string | null;
  addable: readonly CommissionType[];
  removeRow: (rowId: number) => Promise<Group>;
  removeQuestion: string;
  addReferral: (input: ReferralInput) => Promise<Group>;
  /** Title of that dialog where the specification quotes one. */
  referralTitle?: string;
  /** False where the specification validates the chosen user only. */
  referralNeedsAmount: boolean;
  /** Program whose users a referral can be given to; without it all users that the person may see. */
  referralProgram?: (owner: Owner) => number;
  /** Gives the program's own commission to one of its instructors; without it the button is not there. */
  referInstructor?: (owner: Owner, userId: number) => Promise<unknown>;
};
