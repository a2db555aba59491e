import type { Audience } from './audience.ts';
import type { GroupTexts } from './fields.ts';

/** The requested values. `viewers` are the selected people without duplicates; `groupId` is the group a sub-group moves to. */
export type AskedGroup = GroupTexts & { name: string; audience: Audience; viewers: readonly string[]; groupId: string | undefined };

/** The same for an edit: undefined leaves a value unchanged, an empty text or list clears it. */
export type AskedEdit = Partial<AskedGroup> & { version: number; name: string };

/** What exists: how many of the people, and the name of the group. */
export type Found = { viewers: number; group: string | null };
export const nothingFound: Found = { viewers: 0, group: null };
