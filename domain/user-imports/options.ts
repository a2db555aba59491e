import type { Profile } from '../access/profile.ts';
import type { Language } from '../session/languages.ts';
import type { Choices, FixedValues } from './contract.ts';
import type { GroupName } from './read-row.ts';

/** The values for all rows, as the run writes them. */
export type ValuesForAll = { profile?: Profile; language?: Language; expiresAt?: string; groups: GroupName[] };
/** The stored choices of an import: `fixed` as typed, `forAll` as written; for a workbook its sheets. */
export type StoredOptions = { choices?: Choices; fixed?: FixedValues; forAll?: ValuesForAll; sheet?: string | null; sheets?: string[] };

export const defaultChoices: Choices = { update: false, makeGroups: false, invite: true };
export const noFixed: FixedValues = { groups: [] };
