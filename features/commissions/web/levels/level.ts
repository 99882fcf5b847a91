import type { z } from 'zod';
import type { CommissionRowInput, Instructor, referralInput } from '../../contract.ts';
import type { InheritedRow } from '../../ledger-contract.ts';
import type { Preview } from '../../preview-schemas.ts';
import type { CommissionType, LevelName } from '../../rules.ts';

export type Group = Pick<Instructor, 'id' | 'program_id' | 'commissions' | 'updated_at' | 'recalculations'>;

/** A group as its card shows it: with what a sale takes from other levels. */
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

/** What sets the commission screens apart; the cards, their keys and their dialogs are the same. */
export type GroupLevel<Owner extends Heir> = GroupCalls<Owner> & {
  titleOf: (owner: Owner) => string;
  detailOf: (owner: Owner) => string;
  /** Whose row an inherited one is, in words: "Brightside"; null where the card does not know the name. */
  sourceOf: (owner: Owner, row: InheritedRow) => string | null;
  /** The types that have a button while they are missing. */
  addable: readonly CommissionType[];
  removeRow: (rowId: number) => Promise<Group>;
  removeQuestion: string;
  addReferral: (input: ReferralInput) => Promise<Group>;
  /** The title of that dialog where the specification quotes one. */
  referralTitle?: string;
  /** False where the specification checks the chosen user alone. */
  referralNeedsAmount: boolean;
  /** The program whose users alone a referral can be allocated to; without it all that one may see. */
  referralProgram?: (owner: Owner) => number;
  /** Gives the program's own commission to one of its instructors; without it there is no such button. */
  referInstructor?: (owner: Owner, userId: number) => Promise<unknown>;
};
