import { buildRecord, getKeys } from '../fields/fields.ts';
import type { Audience } from './audience.ts';

// The one list of the fields of a group or sub-group. Every other place derives from it, or is a record of all fields that doesn't compile
// while one is missing. docs/data.md describes how to add one.

/** `lines`: the height of the field in the form. `inMenu`: whether everyone who sees the group gets it, or only administrators. */
export type TextRule = { max: number; lines: number; inMenu: boolean };

/** The optional texts; both tables have a column for each. */
export const groupTexts = {
  description: { max: 400, lines: 3, inMenu: true },
} as const satisfies Record<string, TextRule>;

export type GroupText = keyof typeof groupTexts;
export type MenuText = { [Name in GroupText]: (typeof groupTexts)[Name]['inMenu'] extends true ? Name : never }[GroupText];
export type GroupTexts = Record<GroupText, string>;

export const textNames = getKeys(groupTexts);
export const menuTexts = textNames.filter((name): name is MenuText => groupTexts[name].inMenu);
export const noTexts: GroupTexts = buildRecord(textNames, () => '');

/** A group or sub-group as a form holds it. */
export type GroupDraft = GroupTexts & { groupId: string | null; name: string; audience: Audience; viewers: readonly string[] };
export type GroupField = keyof GroupDraft;
/** The fields of a new one, in the order of the form. */
export const emptyDraft: GroupDraft = { groupId: null, name: '', ...noTexts, audience: 'everyone', viewers: [] };
export const groupFields = getKeys(emptyDraft);

/** What the audit log stores about a group or sub-group: `viewers` is a count, `group` the name of a sub-group's group. */
export type GroupFacts = GroupTexts & { name: string; audience: Audience; viewers: number; group?: string };

/** The columns of the list and its file for each kind, in this order: a column hidden on screen is still in the file. */
export const groupColumns = {
  groups: ['name', 'subgroups', ...textNames, 'reports', 'people', 'visibility', 'created'],
  subgroups: ['name', 'group', ...textNames, 'reports', 'people', 'visibility', 'created'],
} as const;
export type GroupColumn = (typeof groupColumns)['groups' | 'subgroups'][number];
