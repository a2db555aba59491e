import type { Profile } from '../access/profile.ts';
import type { Language } from '../session/languages.ts';
import type { Choices, FixedValues } from './contract.ts';
import type { GroupName } from './read-row.ts';

/** The values for all rows, as the run writes them. */
export type ValuesForAll = { profile?: Profile; language?: Language; expiresAt?: string; groups: GroupName[] };
/** What an import stores of its choices: `fixed` as they were typed, `forAll` as they are written; of a workbook its sheets. */
export type StoredOptions = { choices?: Choices; fixed?: FixedValues; forAll?: ValuesForAll; sheet?: string | null; sheets?: string[] };

export const defaultChoices: Choices = { update: false, makeGroups: false, invite: true };
export const noFixed: FixedValues = { groups: [] };
