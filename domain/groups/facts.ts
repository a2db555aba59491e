import type { Audience } from './audience.ts';
import type { GroupTexts } from './fields.ts';

/** The requested values. `viewers` are the chosen people without duplicates; `groupId` is the group a sub-group goes to. */
export type AskedGroup = GroupTexts & { name: string; audience: Audience; viewers: readonly string[]; groupId: string | undefined };

/** The same of an edit: what is undefined stays as it is, an empty text or list is cleared. */
export type AskedEdit = Partial<AskedGroup> & { version: number; name: string };

/** What exists of it: how many of the people, and the name of the group. */
export type Found = { viewers: number; group: string | null };
export const nothingFound: Found = { viewers: 0, group: null };
