import type { Audience } from './audience.ts';

/** What the audit log stores about a group or sub-group: `viewers` is a count, `group` the name of a sub-group's group. */
export type GroupFacts = { name: string; description: string; audience: Audience; viewers: number; group?: string };

/** The requested values. `viewers` are the chosen people without duplicates; `groupId` is the group a sub-group goes to. */
export type AskedGroup = { name: string; description: string; audience: Audience; viewers: readonly string[]; groupId: string | undefined };

/** What exists of it: how many of the people, and the name of the group. */
export type Found = { viewers: number; group: string | null };
export const nothingFound: Found = { viewers: 0, group: null };
